// The first script of the executable. It starts the program with the code that the engine compiled when the executable
// was made: reading that takes a fraction of compiling it.
'use strict'
const { getRawAsset } = require('node:sea')
const { Script } = require('node:vm')
const { brotliDecompressSync, zstdDecompressSync } = require('node:zlib')

// In one piece, which is more than either takes: thousands of small ones leave 9 MB behind that nothing else fits into.
const options = { chunkSize: 8 * 1024 * 1024 }
const asset = (name) => Buffer.from(getRawAsset(name))
const code = brotliDecompressSync(asset('granary.code.br'), options)
// Plain ASCII, so that the engine keeps a byte a letter.
const source = zstdDecompressSync(asset('granary.js.zst'), options).latin1Slice()
// By this name, as of a file, the last words know frames of the program's own.
const script = new Script(source, { filename: '/granary.js', cachedData: code })
script.runInThisContext()(require, module, exports)
