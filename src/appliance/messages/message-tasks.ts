import { given, isOneOf, must } from '../../base/typed.ts'
import { optional, orNull, required } from '../../cli/asked.ts'
import { commandWords } from '../../cli/language.ts'
import { idTold } from '../../consent/messages.ts'
import { measured } from '../../domain/messages/gsm.ts'
import { MESSAGE_KINDS } from '../../domain/messages/made.ts'
import { SHOWN_STATES, type ShownState, shownState } from '../../domain/messages/sending.ts'
import { formatInstant } from '../../domain/time.ts'
import { phoneNumber } from '../../identity/phone.ts'
import { partyId } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import { noteAct } from '../../store/acts/doer.ts'
import type { MessageRow } from '../../store/tables/messages.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { MachineKernel } from '../kernel.ts'
import { type Gateway, withoutNumbers } from './gateway.ts'
import { BY_OFFICE } from './pause.ts'
import { gatewayOf, gatewayOrFault } from './settings.ts'

/** What the office decides about messages to members, and what it sees of them. */

const stateTyped = (text: string): ShownState => {
  if (isOneOf(SHOWN_STATES, text)) return text
  throw new OperatorFault(...withRemedy('messages.noState', { text }, { states: SHOWN_STATES.join(', ') }), 2)
}

export const LISTED = {
  party: optional('--party <party>', 'help.message.list.party'),
  state: optional('--state <state>', 'help.message.list.state', stateTyped),
}
export const TRIED = { number: required('<number>', 'help.message.try.number') }
export const RESUMED = { party: orNull(optional('--party <party>', 'help.message.resume.party')) }

const PAGE = 500
/** Most messages that are looked through for those in one state. */
const MOST_READ = 20_000

interface ListAsked {
  readonly party?: string
  readonly state?: ShownState
  /** The most that are returned. */
  readonly most?: number
}

export const messageTasks = tasksOn<MachineKernel>()({
  /** Returns messages, newest first. */
  'message.list': (kernel, operator, { party, state, most = PAGE }: ListAsked) => {
    const { store } = kernel
    const n = party === undefined ? null : partyNumber(kernel, operator, party)
    const isAsked = (row: MessageRow) =>
      state === undefined || shownState(store.messages.teller(row).state) === state
    const found: MessageRow[] = []
    let read = 0
    for (let before = Number.MAX_SAFE_INTEGER; found.length < most && read < MOST_READ; ) {
      const rows = store.messages.page(n, before, most)
      read += rows.length
      found.push(...rows.filter(isAsked))
      const last = rows[most - 1]
      if (last === undefined) break
      before = last.n
    }
    const { pause } = store.messages
    const gateway = kernel.config.messages === '' ? null : gatewayOrFault(kernel.config.messages)
    return {
      /** Why the gateway's files cannot be used. */
      unusable: gateway instanceof OperatorFault ? { fault: gateway.what, remedy: gateway.cure } : null,
      paused: pause?.code ?? null,
      paused_at: pause === null ? null : formatInstant(pause.at),
      by_office: pause?.code === BY_OFFICE,
      messages: found.slice(0, most).map((row) => viewOf(kernel, row)),
    }
  },

  /** No message is sent before `message resume`. */
  'message.pause': ({ store }, operator, _args: Record<string, never>) => {
    if (store.messages.pause === null) store.messages.addNote('pause', 0, null, store.writer.nowMs, BY_OFFICE)
    noteAct(store, { credential: null, operator }, 'message.pause', {})
    return { paused: true }
  },

  /** Messages are sent again. @param args.party whose changed number is its own: the pause of others stays */
  'message.resume': (kernel, operator, { party }: { readonly party: string | null }) => {
    const { messages, log, writer } = kernel.store
    const n = party === null ? null : partyNumber(kernel, operator, party)
    const whose = given({ looked_up: n ?? undefined })
    noteAct(kernel.store, { credential: null, operator }, 'message.resume', whose)
    if (n !== null) {
      messages.addNote('number', log.size, n, writer.nowMs)
      return { paused: messages.pause !== null }
    }
    if (messages.pause !== null) messages.addNote('resume', 0, null, writer.nowMs)
    return { paused: false }
  },
})

export const longMessageTasks = tasksOn<MachineKernel>()({
  /** Sends a text to the operator's own number. It is no message to a member, and neither is kept anywhere. */
  'message.try': async ({ config, store, ports }, operator, { number }: { readonly number: string }) => {
    const gateway = gatewayIn(config.messages)
    const text = commandWords(config, config.timeZone).say('messages.try')
    const to = await phoneNumber(number, config.country)
    await ports.submit(() => noteAct(store, { credential: null, operator }, 'message.try', {}))
    const outcome = await gateway.send({ to, text }, new AbortController().signal)
    const { code, words } = outcome as { code?: string; words?: string }
    return {
      state: outcome.state,
      parts: measured(text).parts,
      ...given({ code, words: words === undefined ? undefined : withoutNumbers(words, { text }) }),
    }
  },
})

/** @throws {OperatorFault} when no gateway is set */
function gatewayIn(file: string): Gateway {
  if (file === '') throw new OperatorFault(...withRemedy('messages.notSet'))
  return gatewayOf(file)
}

function partyNumber(kernel: MachineKernel, operator: string, text: string): number {
  const n = kernel.store.parties.find(partyId(kernel, operator, text))
  if (n === undefined) throw new OperatorFault(...withRemedy('messages.noParty', { text }))
  return kernel.people.kept(n)
}

function viewOf({ store, people }: MachineKernel, row: MessageRow) {
  const { messages } = store
  const by = messages.teller(row)
  return {
    id: row.n,
    party: store.parties.id(row.party),
    name: people.facts(row.party).called,
    kind: must(MESSAGE_KINDS[row.kind]),
    record_id: idTold(store, row),
    state: shownState(by.state),
    made_at: formatInstant(row.madeAt),
    parts: row.toldBy === null ? messages.partsOf(row.n) : 0,
    words: by.words ?? by.code,
  }
}
