// Brings a fresh clone to the point where Granary runs, with nothing but Node >= 20 and npm:
//   node packaging/ready.mjs build            installs what is missing, builds what is stale
//   node packaging/ready.mjs exec FILE ARGS   runs FILE on the Node that Granary is made for
// Plain JavaScript without dependencies: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.granary-installed')

const wantedStamp = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')

function install() {
  const wanted = wantedStamp()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error('Installing what Granary is built from (once)...')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (done.status !== 0) {
    console.error(
      'Installing failed. Check that this machine reaches its npm registry, then run the command again.',
    )
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

/** The Node that Granary is made for: from node_modules where there is one, else this one if it is new enough. */
function node() {
  const bundled = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(bundled)) return bundled
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  console.error(
    `Granary needs Node 22.18 or later on ${process.platform} ${process.arch}; this is ${process.version}.`,
  )
  console.error('Install a newer Node from your system, then run the command again.')
  process.exit(78)
}

function newest(path) {
  const entry = statSync(path)
  if (!entry.isDirectory()) return entry.mtimeMs
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function build() {
  install()
  const sources = [
    'src',
    'packaging',
    'schema.sql',
    'openapi.json',
    'package.json',
    'package-lock.json',
    'test/trials',
  ]
  const output = join(root, 'dist', 'granary.js')
  const present = sources.map((name) => join(root, name)).filter(existsSync)
  const isWhole = existsSync(output) && existsSync(join(root, 'dist', 'packed'))
  if (isWhole && statSync(output).mtimeMs >= Math.max(...present.map(newest))) return
  mkdirSync(join(root, 'dist'), { recursive: true })
  const done = spawnSync(node(), [join(root, 'packaging', 'bundle.mjs')], { cwd: root, stdio: 'inherit' })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

function exec(args) {
  const child = spawn(node(), args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

const [task, ...rest] = process.argv.slice(2)
if (task === 'build') build()
else if (task === 'exec') exec(rest)
else {
  console.error('usage: node packaging/ready.mjs build | exec FILE [ARGS]')
  process.exit(2)
}
