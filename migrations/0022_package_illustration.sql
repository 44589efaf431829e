-- A complete package replaces all media but those of other languages, whatever its own modules show.

DROP TABLE package_illustration;
