"""``companion cards``: learn the faces of an owner's cards from pictures, and read cards in pictures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NoReturn

import click
import numpy as np

from companion.app.portraits import box_path
from companion.commands.chosen import chosen_game
from companion.locale import LANGUAGES, N_, Texts
from companion.referee.own_cards import NO_BOX, OwnCardsError, beside, cards_for
from companion.rules.contract import Reading
from companion.rules.files import keep_file, keep_named
from companion.rules.registry import AnyGame
from vision.opencv import cv2
from vision.recognition.card_finding import Picture
from vision.recognition.cards import CardBox, CardsError, learn, read_all

_ENDINGS = (".jpg", ".jpeg", ".png", ".bmp", ".webp")
_NO_FOLDER = N_(
    "{path} is not a folder with pictures. Give the folder in which your pictures of the cards lie."
)
_EMPTY = N_(
    "There is no picture in {path}. Name one picture of each card SYMBOL-COLOUR.jpg, as in star-red.jpg."
)
_TWICE = N_("There are two pictures of {card} in {path}. Keep one of each card.")
_NO_PICTURE = N_("{path} is not a picture that can be read.")
_USED = N_("The referee knows these {count} cards of {game} from now on.")
_NOT_SINGLE = N_("The cards of {game} are not learned from single pictures.")
_NOT_WRITTEN = N_("{path} could not be written: {error}")


@click.group("cards")
def cards_group() -> None:
    """Teach the referee your own cards, and read cards in pictures."""


@cards_group.command("learn")
@click.argument("game")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", "box", required=True, type=click.Path(path_type=Path), help="Where the box is written."
)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def learn_command(game: str, folder: Path, box: Path, lang: str) -> None:
    """Learn the cards of GAME from FOLDER: a picture of each, SYMBOL-COLOUR.jpg (special cards: NAME.jpg)."""
    texts = Texts(lang)
    _check(game, texts)
    learned = learn(_pictures(folder, texts))
    try:
        keep_named(box, learned.pack())
    except OSError as error:
        _stop(texts.say(_NOT_WRITTEN, path=str(box), error=error.strerror or str(error)))
    click.echo(texts.say(N_("Learned {count} cards."), count=len(learned.names)))


def _check(game_id: str, texts: Texts) -> AnyGame:
    """The game. Raises ClickException for one whose cards are not told apart by single symbols."""
    game = chosen_game(game_id, texts)
    zones = game.zones(game.setup(game.seatings[0], {}))
    if not any(zone.reading is Reading.TOKENS for zone in zones):
        raise click.ClickException(texts.say(_NOT_SINGLE, game=game_id))
    return game


@cards_group.command("read")
@click.argument("box", type=click.Path(path_type=Path))
@click.argument("pictures", metavar="PICTURE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def read_command(box: Path, pictures: tuple[Path, ...], lang: str) -> None:
    """Read the card in each PICTURE, all of one box: one JSON line a picture. Many pictures help each other
    where your cards have other inks than those that were learned."""
    texts = Texts(lang)
    try:
        learned = CardBox.load(box)
    except CardsError:
        _stop(texts.say(NO_BOX, path=str(box)))
    shown = read_all(learned, (_picture(path, texts) for path in pictures))
    for path, seen in zip(pictures, shown, strict=True):
        row = {
            "picture": str(path),
            "card": seen.card,
            "sure": round(seen.sure, 4),
            "unsure": seen.unsure,
            "rivals": [{"card": card, "sure": round(sure, 4)} for card, sure in seen.rivals],
        }
        click.echo(json.dumps(row, ensure_ascii=False))


@cards_group.command("use")
@click.argument("game")
@click.argument("box", type=click.Path(path_type=Path))
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def use_command(game: str, box: Path, lang: str) -> None:
    """Use the cards of BOX in every game of GAME with a camera: no contact sheets are needed then."""
    texts = Texts(lang)
    played = _check(game, texts)
    path = beside(box_path(played))
    try:
        cards = cards_for(played, box)
        keep_file(path, cards.pack())
    except OwnCardsError as error:
        _stop(texts.message(error.text))
    except OSError as error:
        _stop(texts.say(_NOT_WRITTEN, path=str(path), error=error.strerror or str(error)))
    click.echo(texts.say(_USED, count=len(cards.names), game=game))


def _pictures(folder: Path, texts: Texts) -> dict[str, Picture]:
    """By the names of the cards, in their order."""
    if not folder.is_dir():
        _stop(texts.say(_NO_FOLDER, path=str(folder)))
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in _ENDINGS)
    if not paths:
        _stop(texts.say(_EMPTY, path=str(folder)))
    names = [path.stem for path in paths]
    for name in names:
        if names.count(name) > 1:
            _stop(texts.say(_TWICE, card=name, path=str(folder)))
    return {path.stem: _picture(path, texts) for path in paths}


def _picture(path: Path, texts: Texts) -> Picture:
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError:
        data = np.zeros(0, np.uint8)
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if picture is None or min(picture.shape[:2]) < 8:
        _stop(texts.say(_NO_PICTURE, path=str(path)))
    return np.asarray(picture, np.uint8)


def _stop(sentence: str) -> NoReturn:
    click.echo(sentence, err=True)
    raise SystemExit(2)
