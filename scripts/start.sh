# npm start: this shell becomes the server, so that nothing of what prepared it stays in memory.
node=$(node scripts/start.mjs) || exit
exec "$node" server/main.ts
