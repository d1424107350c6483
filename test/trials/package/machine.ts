import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { started } from '../../support/child-programs.ts'
import { run, succeeds } from '../common/system.ts'
import { Disk } from '../power/disk.ts'
import { check, type Transcript } from './transcript.ts'

/** A whole system on a disk of its own, booted in a container, with a cable to this machine. */

const DISK_BYTES = 3 * 2 ** 30
const BOOTS_WITHIN_MS = 60_000
const BACK_WITHIN_MS = 30_000
const POLL_MS = 50
/** systemd-nspawn(1), "Exit status" of one with --keep-unit. */
const REBOOTED = 133
const SHELL = ['env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'LANG=C.UTF-8']

export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly ms: number
}

export class Machine {
  readonly name: string
  readonly address: string
  readonly #disk: Disk
  readonly #hostAddress: string
  readonly #usb: string
  readonly #transcript: Transcript
  readonly #log: number
  #container: ChildProcess | null = null
  #leader: number | null = null

  /**
   * @param nth tells machines of one run apart, from 1 on
   * @param above a folder for its disk
   * @param bare what is copied onto it
   * @param usb the folder that it sees as /mnt/usb
   */
  constructor(nth: number, above: string, bare: string, usb: string, transcript: Transcript) {
    this.name = `office-${nth}`
    this.address = `10.213.${nth}.2`
    this.#hostAddress = `10.213.${nth}.1`
    this.#usb = usb
    this.#transcript = transcript
    this.#disk = new Disk(above, this.name, DISK_BYTES)
    this.#log = openSync(join(above, `${this.name}.log`), 'a')
    run('cp', '-a', `${bare}/.`, this.#disk.folder)
    this.put('etc/hostname', `${this.name}\n`)
    // As an office has it: an address of its own, known before anything is served.
    const network = `[Match]\nName=host0\n[Network]\nAddress=${this.address}/30\nLinkLocalAddressing=no\n`
    this.put('etc/systemd/network/10-office.network', network)
    run('systemctl', `--root=${this.#disk.folder}`, 'enable', 'systemd-networkd')
  }

  /** Where something on its disk is found from here. */
  at(path: string): string {
    return join(this.#disk.folder, path)
  }

  /** A file put on its disk. */
  put(path: string, content: string | Uint8Array): void {
    const target = this.at(path)
    mkdirSync(join(target, '..'), { recursive: true })
    writeFileSync(target, content)
  }

  async boot(): Promise<void> {
    const words = [
      ...['--quiet', '--boot', '--register=no', '--keep-unit', '--console=pipe', '--network-veth'],
      ...[`--directory=${this.#disk.folder}`, `--machine=${this.name}`, `--bind=${this.#usb}:/mnt/usb`],
    ]
    this.#container = started(
      spawn('systemd-nspawn', words, { stdio: ['ignore', this.#log, this.#log], detached: true }),
    )
    await this.#untilUp()
  }

  async #untilUp(): Promise<void> {
    const giveUpAt = Date.now() + BOOTS_WITHIN_MS
    for (;;) {
      this.#leader = this.#firstProcess()
      if (this.#leader !== null && this.#plugIn() && this.#isUp()) return
      if (Date.now() > giveUpAt) throw new Error(`${this.name} does not boot; see ${this.name}.log`)
      await sleep(POLL_MS)
    }
  }

  #firstProcess(): number | null {
    const pid = this.#container?.pid
    if (pid === undefined) return null
    try {
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
      return Number(children[0]) || null
    } catch {
      return null
    }
  }

  /** This machine's end of the cable. */
  #plugIn(): boolean {
    const cable = `ve-${this.name}`
    return (
      succeeds('ip', 'address', 'replace', `${this.#hostAddress}/30`, 'dev', cable) &&
      succeeds('ip', 'link', 'set', cable, 'up')
    )
  }

  #isUp(): boolean {
    const { stdout } = this.#inside('systemctl is-system-running')
    return ['running', 'degraded'].includes(stdout.trim())
  }

  #inside(command: string, input?: string) {
    const words = ['-t', String(this.#leader), '-a', ...SHELL, 'sh', '-c', command]
    return spawnSync('nsenter', words, {
      encoding: 'utf8',
      cwd: '/',
      ...(input === undefined ? {} : { input }),
    })
  }

  /** What an administrator types on it, and whatever comes of it. */
  type(command: string, input?: string): Said {
    const begun = performance.now()
    const { status, stdout, stderr } = this.#inside(`cd /root && ${command}`, input)
    const said = { code: status ?? -1, out: stdout, err: stderr, ms: performance.now() - begun }
    this.#transcript.write(`\n${this.name}# ${command}\n${said.out}${said.err}`)
    if (said.code !== 0) this.#transcript.write(`[exit ${said.code}]\n`)
    return said
  }

  /** The same; @throws {Error} when it fails */
  do(command: string, input?: string): Said {
    const said = this.type(command, input)
    if (said.code !== 0) throw new Error(`${command}: exit ${said.code}\n${said.out}${said.err}`)
    return said
  }

  /** @throws {Error} when it is not so in time */
  async until(
    words: string,
    isSo: () => boolean | Promise<boolean>,
    withinMs = BACK_WITHIN_MS,
  ): Promise<number> {
    const begun = performance.now()
    while (!(await isSo())) {
      if (performance.now() - begun > withinMs) throw new Error(`in ${withinMs / 1000} s not seen: ${words}`)
      await sleep(POLL_MS)
    }
    return performance.now() - begun
  }

  /** A property of a unit, without a line in the transcript. */
  property(unit: string, name: string): string {
    return this.#inside(`systemctl show --value -p ${name} ${unit}`).stdout.trim()
  }

  async reboot(): Promise<void> {
    const ended = new Promise((resolve) => this.#container?.once('exit', resolve))
    this.type('systemctl reboot')
    // A container that is rebooted ends, and says by its exit code that it is to be started again.
    check((await ended) === REBOOTED, `${this.name} did not go down to be rebooted`)
    await this.boot()
  }

  /** The power goes: every process at once, and what the disk was not told to keep. */
  async cutPower(): Promise<void> {
    this.#transcript.write(`\n-- the power of ${this.name} is cut\n`)
    this.#disk.cut('nothing')
    await this.#end()
    this.#disk.unmount()
    // As long as a process that is going holds it, mounting gives the dead one again.
    const isFree = () => run('losetup', '-j', `${this.#disk.folder}.img`) === ''
    await this.until('the disk is let go', isFree)
    this.#disk.mount()
  }

  async #end(): Promise<void> {
    const container = this.#container
    if (container === null) return
    this.#container = null
    if (container.exitCode !== null || container.signalCode !== null) return
    const ended = new Promise((resolve) => container.once('exit', resolve))
    if (this.#leader !== null) process.kill(this.#leader, 'SIGKILL')
    container.kill('SIGKILL')
    await ended
    this.#leader = null
  }

  /** Whatever it does, it is gone, and its disk with it. */
  async discard(): Promise<void> {
    await this.#end()
    this.#disk.unmount()
  }
}
