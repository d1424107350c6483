// The first script of the executable. It starts the program with the code that the engine compiled when the executable
// was made: reading that takes a fraction of compiling it.
'use strict'
const { getRawAsset } = require('node:sea')
const { Script } = require('node:vm')
const { zstdDecompressSync } = require('node:zlib')

const asset = (name) => zstdDecompressSync(Buffer.from(getRawAsset(name)))
// Plain ASCII, so that the engine keeps a byte a letter.
const source = asset('granary.js.zst').latin1Slice()
const script = new Script(source, { filename: 'granary.js', cachedData: asset('granary.code.zst') })
script.runInThisContext()(require, module, exports)
