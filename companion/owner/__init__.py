"""What one owner keeps on disk: settings, players, results, editions, places."""
