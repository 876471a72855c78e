#!/bin/sh
# Stops a PostgreSQL that nobody uses any more, because its servers were killed. Every server process holds the FIFO open for
# writing, so the kernel counts them; the last one that goes, however it goes, is the end of this file's input.
# Usage: postgres-watch.sh FIFO PIDFILE SECONDS
fifo=$1 pidfile=$2 grace=$3 unused=0
exec 3<"$fifo"
while [ "$unused" -le "$grace" ]; do
  began=$(date +%s)
  cat <&3 >/dev/null
  # It was stopped in order.
  [ -f "$pidfile" ] || break
  # Without a writer the input ends at once.
  if [ $(($(date +%s) - began)) -le 1 ]; then unused=$((unused + 1)); else unused=0; fi
  sleep 1
done
rm -f "$fifo"
[ ! -f "$pidfile" ] || kill -INT "$(head -n 1 "$pidfile")"
