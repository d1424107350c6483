// Makes the one executable: the runtime, the program, the SQLite addon and what else it needs, in one file.
//   node packaging/binary.mjs [--arch x64|arm64] [--runtime FILE] [--out FILE]
// For another processor than this machine's, the engine cannot compile ahead: the program then starts more slowly.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { constants, zstdCompressSync } from 'node:zlib'
import { inject } from 'postject'
import { bundleForExecutable } from './executable/bundle.mjs'
import { unfinishedLanguages } from './words.ts'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: process.arch },
    runtime: { type: 'string' },
    out: { type: 'string', default: join(root, 'dist', 'granary') },
  },
})
const { arch, out } = values
const runtime = values.runtime ?? join(root, 'node_modules', `node-linux-${arch}`, 'bin', 'node')
const addon = join(root, 'node_modules', 'better-sqlite3', 'prebuilds', `linux-${arch}.node`)
/** "A fuse that Node looks for" (nodejs.org, Single executable applications). */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
/**
 * What `bin/granary` passes on its command line: room for new objects, and half of the machine's memory for all. Two threads of the engine, not four: each holds memory, and
 * the machine has few processors. And no signal opens a debugger, through which every
 * user of the machine would have what the service has; and OpenSSL reads an empty file, whatever file OPENSSL_CONF names:
 * such a file can load code before the first line of the program.
 */
const FLAGS = [
  '--max-semi-space-size=16',
  '--max-old-space-size-percentage=50',
  '--v8-pool-size=2',
  '--disable-sigusr1',
  '--openssl-config=/dev/null',
]

const unfinished = unfinishedLanguages()
if (unfinished.length > 0) {
  console.error(
    `${unfinished.join('\n')}\nNothing ships with an unfinished language. Translate these, or remove the file.`,
  )
  process.exit(1)
}

function need(file, remedy) {
  if (existsSync(file)) return
  console.error(`${file} is not there. ${remedy}`)
  process.exit(1)
}

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })

/** What the engine has made of the program once it served; nothing where it cannot run here. */
async function compiledAhead(folder, source) {
  const target = join(folder, 'granary.code')
  if (arch !== process.arch) {
    console.error(`For ${arch} nothing is compiled ahead on ${process.arch}: it starts more slowly.`)
    writeFileSync(target, '')
    return target
  }
  const script = join(root, 'packaging', 'executable', 'compiled.cjs')
  const port = String(await freePort())
  execFileSync(runtime, [...FLAGS, script, source, target, folder, port], {
    env: { PATH: process.env.PATH, TMPDIR: folder },
    // What it says of its folder is for nobody. Where it fails, the error holds it.
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return target
}

/** Names of functions that only a debugger needs. Before anything is put in: what is put in, strip does not know. */
function stripped(file) {
  const isOurs = arch === process.arch
  const strip = isOurs ? 'strip' : 'aarch64-linux-gnu-strip'
  const missing = isOurs ? 'binutils' : 'binutils-aarch64-linux-gnu'
  const { status, error } = spawnSync(strip, [file], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (error || status !== 0)
    console.error(`${strip} did not work, so the executable is larger than it need be: install ${missing}.`)
}

/** Unpacking takes some milliseconds; the executable is 6 MB smaller for it. */
function pressed(file) {
  const params = { [constants.ZSTD_c_compressionLevel]: 22 }
  writeFileSync(`${file}.zst`, zstdCompressSync(readFileSync(file), { params }))
  return `${file}.zst`
}

/** Beside the file: what a file that the package ships is compared with. */
function digestOf(file) {
  writeFileSync(`${file}.sha256`, createHash('sha256').update(readFileSync(file)).digest())
  return `${file}.sha256`
}

need(
  runtime,
  'Name the Node to build in with --runtime, from the package node-linux-ARCH of the version in package.json.',
)
need(addon, 'Run: npm run build')
const folder = mkdtempSync(join(tmpdir(), 'granary-binary-'))
try {
  const { scripts, texts, bytes } = await bundleForExecutable(root)
  const source = join(folder, 'granary.js')
  writeFileSync(source, `(function (require, module, exports) {${scripts['granary.js']}\n})`, 'latin1')
  const apart = {}
  for (const [name, text] of texts) {
    const file = join(folder, name.replace(/\.zst$/, ''))
    writeFileSync(file, text)
    apart[name] = pressed(file)
  }
  for (const [name, gzipped] of bytes) {
    apart[name] = join(folder, name)
    writeFileSync(apart[name], gzipped)
  }
  const engine = join(folder, 'better_sqlite3.node')
  copyFileSync(addon, engine)
  stripped(engine)
  apart['better_sqlite3.node.zst'] = pressed(engine)
  apart['better_sqlite3.node.sha256'] = digestOf(engine)
  const code = await compiledAhead(folder, source)
  const config = join(folder, 'sea.json')
  const blob = join(folder, 'sea.blob')
  writeFileSync(
    config,
    JSON.stringify({
      main: join(root, 'packaging', 'executable', 'start.cjs'),
      output: blob,
      disableExperimentalSEAWarning: true,
      useSnapshot: false,
      useCodeCache: arch === process.arch,
      execArgv: FLAGS,
      execArgvExtension: 'none',
      assets: {
        'granary.js.zst': pressed(source),
        'granary.code.zst': pressed(code),
        ...apart,
      },
    }),
  )
  execFileSync(
    join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node'),
    ['--experimental-sea-config', config],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const made = join(folder, 'granary')
  copyFileSync(runtime, made)
  chmodSync(made, 0o755)
  stripped(made)
  await inject(made, 'NODE_SEA_BLOB', readFileSync(blob), { sentinelFuse: FUSE })
  mkdirSync(dirname(out), { recursive: true })
  rmSync(out, { force: true })
  copyFileSync(made, out)
  chmodSync(out, 0o755)
  // The Debian package ships it as a file of root's: the very bytes that the executable carries.
  copyFileSync(engine, join(dirname(out), 'better_sqlite3.node'))
  console.error(`${out}: ${(statSync(out).size / 1e6).toFixed(1)} MB`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
