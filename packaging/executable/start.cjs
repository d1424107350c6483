// The first script of the executable. It starts the program with the code that the engine compiled when the executable
// was made: reading that takes a fraction of compiling it.
'use strict'
/**
 * The environment must not control the engine: NODE_V8_COVERAGE and NODE_COMPILE_CACHE name folders to write to,
 * NODE_TLS_REJECT_UNAUTHORIZED turns off the check of certificates. The engine has read some of these variables by now, so
 * the program executes itself again without them (in the same process), before it has touched any data. The user may still
 * name further certificates to trust.
 */
const isForEngine = (name) => /^(NODE|OPENSSL)_/.test(name) && name !== 'NODE_EXTRA_CA_CERTS'
const told = Object.entries(process.env)
if (told.some(([name]) => isForEngine(name))) {
  // Otherwise the coverage would be written now. The engine then says on standard error that it has none.
  require('node:v8').stopCoverage()
  process.execve(
    process.execPath,
    [process.argv0, ...process.argv.slice(2)],
    Object.fromEntries(told.filter(([name]) => !isForEngine(name))),
  )
}

const { getRawAsset } = require('node:sea')
const { Script } = require('node:vm')
const { zstdDecompress, zstdDecompressSync } = require('node:zlib')

/** Parts of the runtime that the program asks for at every start, the slowest first. */
const NEEDED = ['crypto', 'http2', 'child_process', 'fs/promises', 'worker_threads', 'https', 'v8', 'dns']

// In one piece, which is more than either takes: thousands of small ones leave 9 MB behind that nothing else fits into.
const options = { chunkSize: 8 * 1024 * 1024 }
const asset = (name) => Buffer.from(getRawAsset(name))

// The code is unpacked by another thread, while this one gets ready what it will run with.
zstdDecompress(asset('granary.code.zst'), options, (error, cachedData) => {
  if (error) throw error
  // By this name, as of a file, the last words know frames of the program's own.
  const script = new Script(source, { filename: '/granary.js', cachedData })
  script.runInThisContext()(require, module, exports)
})
for (const name of NEEDED) require(`node:${name}`)
// Plain ASCII, so that the engine keeps a byte a letter.
const source = zstdDecompressSync(asset('granary.js.zst'), options).latin1Slice()
