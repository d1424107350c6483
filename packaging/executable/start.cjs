// The first script of the executable. It starts the program with the code that the engine compiled when the executable
// was made: reading that takes a fraction of compiling it.
'use strict'
const { getRawAsset } = require('node:sea')
const { Script } = require('node:vm')
const { brotliDecompress, zstdDecompressSync } = require('node:zlib')

/** Parts of the runtime that the program asks for at every start, the slowest first. */
const NEEDED = ['crypto', 'http2', 'child_process', 'fs/promises', 'worker_threads', 'https', 'v8', 'dns']

// In one piece, which is more than either takes: thousands of small ones leave 9 MB behind that nothing else fits into.
const options = { chunkSize: 8 * 1024 * 1024 }
const asset = (name) => Buffer.from(getRawAsset(name))

// The code is unpacked by another thread, while this one gets ready what it will run with.
brotliDecompress(asset('granary.code.br'), options, (error, cachedData) => {
  if (error) throw error
  // By this name, as of a file, the last words know frames of the program's own.
  const script = new Script(source, { filename: '/granary.js', cachedData })
  script.runInThisContext()(require, module, exports)
})
for (const name of NEEDED) require(`node:${name}`)
// Plain ASCII, so that the engine keeps a byte a letter.
const source = zstdDecompressSync(asset('granary.js.zst'), options).latin1Slice()
