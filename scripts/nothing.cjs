// In place of modules that are required and not used (compacted-sources.mjs).
module.exports = {};
