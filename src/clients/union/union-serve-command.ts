import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { kindWords } from '../../base/error-kinds.ts'
import { orNull } from '../../base/or-null.ts'
import { given } from '../../base/typed.ts'
import type { Command } from '../../cli/command.ts'
import { commandWords } from '../../cli/language.ts'
import { readOperatorFile } from '../../cli/operator-files.ts'
import { note, show, tableOf } from '../../cli/print.ts'
import { isLoopback, listenAddress } from '../../config/addresses.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { Words } from '../../words/words.ts'
import { type Clock, CONFIRM_DAYS } from './apply.ts'
import { inboxServer } from './inbox.ts'
import { NEEDS_CARE, onStore, type StoreOptions, USAGE } from './on-store.ts'
import { type Round, type Serving, serve, serveOnce } from './serve.ts'
import { faultText } from './status.ts'
import { withStore } from './store.ts'

interface ServeOptions extends StoreOptions {
  readonly once?: boolean
  readonly listen?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly confirmDays: string
}

export const unionServeCommand = (): Command =>
  onStore('serve', 'help.union.serve')
    .option('--once', 'help.union.serve.once')
    .option('--listen <address>', 'help.union.serve.listen')
    .option('--tls-cert <file>', 'help.serve.tlsCert')
    .option('--tls-key <file>', 'help.serve.tlsKey')
    .option('--confirm-days <days>', 'help.union.serve.confirmDays', String(CONFIRM_DAYS))
    .does(async (options: ServeOptions) => {
      const clock = clockOf(options)
      await withStore(options.store, async (engine) => {
        const stopping = new AbortController()
        const log = (text: string) => note(`granary: ${text}`)
        const doubts = () => note(commandWords(options).say('union.oddClock'))
        const { signal } = stopping
        const serving: Serving = { engine, clock, signal, program: randomUUID(), doubts, log }
        await (options.once === true ? readOnce(serving, options) : run(serving, stopping, options))
      })
    })

function clockOf({ confirmDays }: ServeOptions): () => Clock {
  const days = /^[1-9]\d{0,3}$/.test(confirmDays) ? Number(confirmDays) : null
  if (days === null) throw new OperatorFault(...withRemedy('union.badDays'), USAGE)
  return () => ({ nowMs: Date.now(), confirmDays: days })
}

async function readOnce(serving: Serving, options: ServeOptions): Promise<void> {
  const words = commandWords(options)
  const rounds = await serveOnce(serving)
  const sources = rounds.map(({ name, fault }) => ({ name, ...given({ fault: fault ?? undefined }) }))
  show(options.json, { sources }, () => onceText(words, rounds))
  if (rounds.some(({ fault }) => fault !== null)) process.exitCode = NEEDS_CARE
}

function onceText(words: Words, rounds: readonly Round[]): string {
  const read = ({ fault }: Round) => (fault === null ? words.say('union.allRead') : faultText(words, fault))
  return tableOf(words, rounds, [
    ['union.line.source', ({ name }) => name],
    ['union.line.read', read],
  ])
}

/** Of what is left after a collection; the engine would let its heap grow to some times as much, and a page is soon garbage. */
const HEAP_GROWS = '--heap-growing-percent=20'

/** Runs until it is told to stop. */
async function run(serving: Serving, stopping: AbortController, options: ServeOptions): Promise<void> {
  setFlagsFromString(HEAP_GROWS)
  const { say } = commandWords(options)
  const stop = () => stopping.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  const server = options.listen === undefined ? null : await listening(serving, options.listen, options)
  try {
    if (server === null) note(say('union.serves'))
    else {
      const url = addressOf(server, options)
      note(say('union.answers', { url }))
      if (options.json) show(true, { url }, String)
    }
    await serve(serving)
  } finally {
    server?.close()
    server?.closeAllConnections()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
}

/** @throws {OperatorFault} for an address that others reach without TLS, or that cannot be had */
async function listening(
  { engine, clock, log }: Serving,
  address: string,
  { tlsCert, tlsKey }: ServeOptions,
): Promise<Server> {
  const at = orNull(() => listenAddress(address))
  if (at === null) throw new OperatorFault(...withRemedy('union.badListen'), USAGE)
  const { host, port } = at
  const isTls = tlsCert !== undefined && tlsKey !== undefined
  if (!isTls && (!isLoopback(host) || tlsCert !== undefined || tlsKey !== undefined))
    throw new OperatorFault(...withRemedy('union.noTls'), USAGE)
  const tls = isTls ? { cert: readOperatorFile(tlsCert), key: readOperatorFile(tlsKey) } : null
  try {
    const server = inboxServer({ engine, clock, tls, log })
    server.listen(port, host)
    await once(server, 'listening')
    return server
  } catch (error) {
    throw new OperatorFault(...withRemedy('union.notListening', { address, code: kindWords(error) }))
  }
}

function addressOf(server: Server, { tlsCert }: ServeOptions): string {
  const { address, family, port } = server.address() as AddressInfo
  const host = family === 'IPv6' ? `[${address}]` : address
  return `${tlsCert === undefined ? 'http' : 'https'}://${host}:${port}/v1/inbox`
}
