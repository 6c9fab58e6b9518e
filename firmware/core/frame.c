#include "frame.h"

uint16_t frame_crc(const uint8_t *data, uint8_t length)
{
    uint16_t crc = 0xffff;
    while (length--) {
        /* one byte at a time without a table or a loop over bits: 16 MHz is not much */
        uint8_t x = (uint8_t)(crc >> 8) ^ *data++;
        x ^= x >> 4;
        crc = (uint16_t)((crc << 8) ^ ((uint16_t)x << 12) ^ ((uint16_t)x << 5) ^ x);
    }
    return crc;
}

uint8_t frame_encode(uint8_t type, uint8_t seq, uint8_t length, uint8_t *out)
{
    uint8_t *content = out + 1, end = (uint8_t)(1 + 3 + length + 2);
    content[0] = length;
    content[1] = (uint8_t)(PROTOCOL_VERSION << 4 | type);
    content[2] = seq;
    uint16_t crc = frame_crc(content, (uint8_t)(3 + length));
    content[3 + length] = (uint8_t)crc;
    content[4 + length] = (uint8_t)(crc >> 8);
    out[0] = out[end] = 0;
    /* every zero but the last becomes the distance to the next one */
    for (uint8_t at = end, next = end; at--;) {
        if (out[at] == 0) {
            out[at] = (uint8_t)(next - at);
            next = at;
        }
    }
    return (uint8_t)(end + 1);
}

static void restart(struct frame_reader *reader)
{
    reader->length = reader->left = 0;
    reader->zero = reader->broken = false;
}

static void take(struct frame_reader *reader, uint8_t byte)
{
    if (reader->length == FRAME_CONTENT)
        reader->broken = true;
    else
        reader->buffer[reader->length++] = byte;
}

static bool complete(struct frame_reader *reader, struct frame *found)
{
    const uint8_t *content = reader->buffer;
    uint8_t length = reader->length;
    if (reader->broken || reader->left || length < 5 || content[0] != length - 5)
        return false;
    uint16_t crc = frame_crc(content, (uint8_t)(length - 2));
    if (content[length - 2] != (uint8_t)crc || content[length - 1] != (uint8_t)(crc >> 8))
        return false;
    found->length = content[0];
    found->version = content[1] >> 4;
    found->type = content[1] & 15;
    found->seq = content[2];
    found->payload = content + 3;
    return true;
}

bool frame_feed(struct frame_reader *reader, uint8_t byte, struct frame *found)
{
    if (byte == 0) {
        bool nothing = !reader->length && !reader->zero && !reader->broken; /* delimiters in a row are no error */
        bool whole = complete(reader, found);
        if (!whole && !nothing && reader->errors != 0xffff)
            reader->errors++;
        restart(reader);
        return whole;
    }
    if (reader->broken)
        return false;
    if (reader->left == 0) {
        if (reader->zero)
            take(reader, 0);
        reader->zero = true; /* the end of the frame takes this one back */
        reader->left = (uint8_t)(byte - 1);
        if (byte > FRAME_CONTENT + 1)
            reader->broken = true;
    } else {
        take(reader, byte);
        reader->left--;
    }
    return false;
}
