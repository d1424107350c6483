// Makes the Debian package of the executable:
//   node packaging/deb.mjs [--binary FILE] [--out FILE] [--version V] [--arch x64|arm64] [--level 0-9]
// The same executable and SOURCE_DATE_EPOCH give the same package, byte for byte. DEB_MAINTAINER names who answers for it.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { stageControl, stageFiles } from './deb/stage.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: join(root, 'dist', 'granary') },
    out: { type: 'string' },
    version: { type: 'string', default: manifest.version },
    arch: { type: 'string', default: process.arch },
    // A package for a test need not be small.
    level: { type: 'string', default: '6' },
  },
})
const { binary, version, arch, level } = values
const architecture = { x64: 'amd64', arm64: 'arm64' }[arch]
const out = resolve(values.out ?? join(root, 'dist', `granary_${version}_${architecture}.deb`))
/** The very bytes that the executable carries: packaging/binary.mjs puts them beside it. */
const addon = join(dirname(resolve(binary)), 'better_sqlite3.node')

function giveUp(words) {
  console.error(words)
  process.exit(1)
}

/** Whatever is newer than this in the package bears this time: that of the sources, unless one is given. */
function sourceDate() {
  if (/^\d+$/.test(process.env.SOURCE_DATE_EPOCH ?? '')) return process.env.SOURCE_DATE_EPOCH
  try {
    return execFileSync('git', ['-C', root, 'log', '-1', '--format=%ct'], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
  } catch {
    return String(Math.floor(statSync(join(root, 'package.json')).mtimeMs / 1000))
  }
}

if (architecture === undefined) giveUp(`There is no package for "${arch}": --arch x64 or arm64.`)
if (!/^\d[A-Za-z0-9.+~-]*$/.test(version)) giveUp(`"${version}" is no version of a Debian package.`)
if (!/^\d$/.test(level)) giveUp('--level is a number from 0 to 9.')
if (!existsSync(binary)) giveUp(`${binary} is not there. Make it first: npm run build:binary`)
if (!existsSync(addon)) giveUp(`${addon} is not there. Make it first: npm run build:binary`)

const epoch = sourceDate()
const folder = mkdtempSync(join(tmpdir(), 'granary-deb-'))
// It becomes the root of the system that it is installed on.
chmodSync(folder, 0o755)
try {
  const maintainer = process.env.DEB_MAINTAINER ?? 'Granary <granary@example.org>'
  const parts = { root, folder, binary, addon, arch, version, architecture, maintainer, epoch }
  stageFiles(parts)
  stageControl(parts)
  mkdirSync(dirname(out), { recursive: true })
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', `-z${level}`, '--build', folder, out], {
    env: { ...process.env, SOURCE_DATE_EPOCH: epoch },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  console.error(`${out}: ${(statSync(out).size / 1e6).toFixed(1)} MB`)
} catch (error) {
  if (error.code !== 'ENOENT' || error.path !== 'dpkg-deb') throw error
  giveUp('dpkg-deb is not on this machine, and without it no Debian package can be made.')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
