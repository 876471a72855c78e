# npm start: this shell becomes the server, so that nothing of what prepared it stays in memory.
node=$(node scripts/start.mjs) || exit
# Memory that a load took goes back to the system soon, and little of it is held per thread.
export MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
exec "$node" --max-semi-space-size=4 --import ./scripts/stripped-types.mjs server/main.ts
