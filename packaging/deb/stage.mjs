// Puts together what is in the package, in a folder.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { partsOf } from '../../src/store/file/schema-parts.ts'
import { settingsFile } from './settings.mjs'

const DOC = 'usr/share/doc/granary'
/** What /etc/granary/granary.env begins as; from then on that file is the administrator's, and no upgrade asks about it. */
const SETTINGS = 'usr/share/granary/granary.env'
/** What the runtime and the addon need of the system (dpkg-shlibdeps), and the maintainer scripts. */
const DEPENDS =
  'libc6 (>= 2.31), libgcc-s1 (>= 3.4), libstdc++6 (>= 10), systemd (>= 247), debconf (>= 0.5) | debconf-2.0'

const SHELLS = {
  bash: 'usr/share/bash-completion/completions/granary',
  zsh: 'usr/share/zsh/vendor-completions/_granary',
  fish: 'usr/share/fish/vendor_completions.d/granary.fish',
}

/** Every file that is installed, with the mode it has there. */
export function stageFiles({ root, folder, binary, addon, arch, version, maintainer, epoch }) {
  const put = (path, content, mode = 0o644) => {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 })
    writeFileSync(target, content)
    chmodSync(target, mode)
  }
  const packaging = (name) => readFileSync(join(root, 'packaging', name))
  // Without a name and a time inside: the same text gives the same bytes.
  const zipped = (content) => gzipSync(content, { level: 9 })

  mkdirSync(join(folder, 'usr/bin'), { recursive: true })
  copyFileSync(binary, join(folder, 'usr/bin/granary'))
  chmodSync(join(folder, 'usr/bin/granary'), 0o755)
  // The executable takes it from here while it is root's and the very one that it was made with.
  put('usr/lib/granary/better_sqlite3.node', readFileSync(addon))

  for (const unit of readdirSync(join(root, 'packaging', 'systemd')))
    put(`lib/systemd/system/${unit}`, packaging(`systemd/${unit}`))
  put('usr/lib/sysusers.d/granary.conf', packaging('debian/granary.sysusers'))
  put('usr/lib/tmpfiles.d/granary.conf', packaging('debian/granary.tmpfiles'))
  put(SETTINGS, settingsFile())

  const said = saidBy(arch === process.arch ? [binary] : [process.execPath, join(root, 'dist', 'granary.js')])
  put('usr/share/man/man1/granary.1.gz', zipped(said('man')))
  for (const [shell, path] of Object.entries(SHELLS)) put(path, said('completion', shell))

  put(`${DOC}/copyright`, packaging('debian/copyright'))
  put(`${DOC}/README.Debian`, packaging('debian/README.Debian'))
  put(`${DOC}/changelog.gz`, zipped(changelog(version, maintainer, epoch)))
  put(`${DOC}/NEWS.gz`, zipped(readFileSync(join(root, 'CHANGELOG.md'))))
  // Messages name them as docs/NAME.md.
  for (const page of readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md')))
    put(`${DOC}/${page}`, readFileSync(join(root, 'docs', page)))
  for (const example of readdirSync(join(root, 'packaging/examples'), { recursive: true }))
    if (statSync(join(root, 'packaging/examples', example)).isFile())
      put(`${DOC}/examples/${example}`, packaging(`examples/${example}`))
  put(`${DOC}/NOTICE.gz`, zipped(notices(root)))
  put(`${DOC}/LICENSE.better-sqlite3`, readFileSync(join(root, 'node_modules/better-sqlite3/LICENSE')))
  const runtimes = ['x64', 'arm64'].map((arch) => join(root, `node_modules/node-linux-${arch}/LICENSE`))
  put(`${DOC}/LICENSE.node.gz`, zipped(readFileSync(runtimes.find(existsSync))))
  put('usr/share/lintian/overrides/granary', packaging('debian/lintian-overrides'))
}

/** What the program itself prints. For another processor the bundle says it, which runs on this one. */
const saidBy =
  ([engine, ...rest]) =>
  (...args) =>
    execFileSync(engine, [...rest, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, TZ: 'UTC' },
      maxBuffer: 16 * 1024 * 1024,
    })

function notices(root) {
  const legal = join(root, 'dist', 'granary.js.LEGAL.txt')
  return `${readFileSync(join(root, 'NOTICE'), 'utf8')}\n${existsSync(legal) ? readFileSync(legal, 'utf8') : ''}`
}

/** As dpkg reads it; what changed stands in NEWS.gz. */
function changelog(version, maintainer, epoch) {
  const date = new Date(Number(epoch) * 1000).toUTCString().replace('GMT', '+0000')
  return `granary (${version}) unstable; urgency=medium

  * What people notice is told in NEWS.gz.

 -- ${maintainer}  ${date}
`
}

/** The files by which dpkg installs, upgrades and removes it. */
export function stageControl({ root, folder, version, architecture, maintainer }) {
  const control = join(folder, 'DEBIAN')
  const files = filesIn(folder)
  const kib = files.reduce((sum, file) => sum + Math.ceil(statSync(join(folder, file)).size / 1024), 0)
  const places = {
    VERSION: version,
    ARCHITECTURE: architecture,
    MAINTAINER: maintainer,
    INSTALLED_SIZE: String(kib),
    DEPENDS,
    SCHEMA: String(partsOf(readFileSync(join(root, 'schema.sql'), 'utf8')).length),
  }
  const filled = (name) =>
    readFileSync(join(root, 'packaging', 'debian', name), 'utf8').replace(/@([A-Z_]+)@/g, (_, place) => {
      if (!(place in places)) throw new Error(`${name} names @${place}@, which nothing fills`)
      return places[place]
    })
  mkdirSync(control, { mode: 0o755 })
  for (const name of ['control', 'templates']) writeFileSync(join(control, name), filled(name))
  for (const script of ['preinst', 'postinst', 'prerm', 'postrm']) {
    writeFileSync(join(control, script), filled(script))
    chmodSync(join(control, script), 0o755)
  }
  const sums = files.map((file) => `${md5(readFileSync(join(folder, file)))}  ${file}\n`)
  writeFileSync(join(control, 'md5sums'), sums.join(''))
  for (const name of ['control', 'templates', 'md5sums']) chmodSync(join(control, name), 0o644)
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

const md5 = (bytes) => createHash('md5').update(bytes).digest('hex')
