#!/bin/sh
# A backup a day of the database that the settings name: `backups.sh FOLDER HOW-MANY-TO-KEEP`.
# An older one goes only when a new one was made and read back. When one can't be made, that is a line in the log, and
# it is tried again five minutes later; after an hour of that this ends with status 1, and whatever runs it starts it again.
set -eu
folder=$1
kept=$2
failures=0

# Nothing is due while there is one of the last day, also after a restart. The first minutes are the bot's: it makes the database.
while sleep 300; do
    [ -z "$(find "$folder" -name 'shijo-*.dump' -mmin -1440)" ] || continue
    new="$folder/shijo-$(date -u +%Y%m%d-%H%M%S).dump"
    if ! shijo backup "$new"; then
        echo "backups.sh: no backup was made, and no older one is deleted; the next try is in five minutes." >&2
        failures=$((failures + 1))
        [ "$failures" -lt 12 ] || exit 1
        continue
    fi
    failures=0
    rm -f "$folder"/shijo-*.dump.unfinished
    # By their time, not by their name: the newest first, and those above the number go.
    find "$folder" -name 'shijo-*.dump' -printf '%T@ %p\n' | sort -rn | tail -n "+$((kept + 1))" | cut -d ' ' -f 2- |
        while IFS= read -r old; do
            rm -- "$old"
            echo "backups.sh: $old is deleted; the newest $kept are kept."
        done
done
