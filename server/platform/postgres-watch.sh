#!/bin/sh
# Stops a PostgreSQL that nobody uses anymore, because its servers were killed. Every server process holds the FIFO open for
# writing, so the kernel counts them; the last one that goes, however it goes, is the end of this file's input.
# Usage: postgres-watch.sh FIFO PIDFILE SECONDS
fifo=$1 pidfile=$2 grace=$3 unused=0

# Whether the process named there is this cluster's: after a crash the number may be anybody's.
serves() {
  cluster=$(cd "$(dirname "$pidfile")" && pwd -P) || return 1
  if [ -e /proc/self/cwd ]; then [ "$(readlink "/proc/$1/cwd")" = "$cluster" ]
  else ps -o command= -p "$1" | grep -qF "$(dirname "$pidfile")"; fi
}

exec 3<"$fifo"
while [ "$unused" -le "$grace" ]; do
  began=$(date +%s)
  cat <&3 >/dev/null
  # It was stopped in order. What runs here from now on is another one, with a watch of its own.
  if [ ! -f "$pidfile" ]; then rm -f "$fifo"; exit 0; fi
  # Without a writer the input ends at once.
  if [ $(($(date +%s) - began)) -le 1 ]; then unused=$((unused + 1)); else unused=0; fi
  sleep 1
done
rm -f "$fifo"
pid=$(head -n 1 "$pidfile" 2>/dev/null) || exit 0
! serves "$pid" || kill -INT "$pid"
