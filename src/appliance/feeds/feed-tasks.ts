import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { writeWhole } from '../../base/write-whole.ts'
import { type Args, optional, orNull, required } from '../../cli/asked.ts'
import { meaning } from '../../cli/help.ts'
import { dataFiles } from '../../config/config.ts'
import { isLiveGrant } from '../../domain/consent.ts'
import {
  type FeedFault,
  failureOf,
  feedState,
  RECEIVER_SILENT_MS,
  SHOWN_ENDED_MS,
} from '../../domain/sent-feed.ts'
import { formatInstant } from '../../domain/time.ts'
import { partyId } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import { noteAct } from '../../store/acts/doer.ts'
import type { SentFeed } from '../../store/tables/feeds-sent.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { MachineKernel } from '../kernel.ts'
import { isReceiverAddress, plainFingerprint } from './post.ts'
import { forgetToken, isToken, tokenIn } from './token.ts'

/** Feeds that are sent: set up, listed with how far each is, and ended. */

export const FEED_SEND = {
  party: required('--party <party>', 'help.idMemberOrCooperative'),
  purpose: required('--purpose <purpose>', 'help.grant.record.purpose'),
  to: required('--to <url>', 'help.feed.send.to'),
  // The service reads it, in another folder than that of the command.
  tokenFile: required('--token-file <file>', 'help.feed.send.tokenFile', (text) => resolve(text)),
  fingerprint: orNull(optional('--fingerprint <sha256>', 'help.feed.send.fingerprint')),
}
export const FEED_END = {
  id: required('<id>', meaning('help.asShown', { command: 'granary feed list' }), (text) => Number(text)),
}

type Kernel = Pick<MachineKernel, 'store' | 'people' | 'credentials' | 'registry' | 'config'>
type Chosen = Omit<Args<typeof FEED_SEND>, 'tokenFile'>

export const feedTasks = tasksOn<MachineKernel>()({
  /** Returns feeds, newest first. @param args.party whose; left out, those of all parties */
  'feed.list': (kernel, operator, { party }: { readonly party?: string }) => {
    const n = party === undefined ? null : kernel.store.parties.find(partyId(kernel, operator, party))
    const feeds = kernel.store.feedsSent.all().filter((feed) => n === null || feed.party === n)
    return { feeds: feeds.map((feed) => sentFeedView(kernel, feed)) }
  },
})

/** Long tasks, because they read, write or delete a file outside their jobs. */
export const longFeedTasks = tasksOn<MachineKernel>()({
  /** @throws {OperatorFault} when the reader, purpose, address or token cannot be used, or it has such a feed */
  'feed.send': async (kernel, operator, { tokenFile, ...asked }: Args<typeof FEED_SEND>) => {
    await kernel.ports.submit(() => checked(kernel, operator, asked))
    tokenIn(tokenFile)
    return kernel.ports.submit(() => begun(kernel, operator, asked, tokenFile))
  },

  /** Does the same with the token itself, which is stored in the data folder. */
  'feed.send-with': async (kernel, operator, { token, ...asked }: Chosen & { readonly token: string }) => {
    await kernel.ports.submit(() => checked(kernel, operator, asked))
    if (!isToken(token)) throw new OperatorFault(...withRemedy('feed.badToken'))
    const file = join(dataFiles(kernel.config.data).feedTokens, uuidv7())
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeWhole(file, `${token}\n`)
    try {
      return await kernel.ports.submit(() => begun(kernel, operator, asked, file))
    } catch (error) {
      forgetToken(kernel.config, file)
      throw error
    }
  },

  /** @throws {OperatorFault} when no such feed is sent */
  'feed.end': async ({ store, config, ports }, operator, { id }: Args<typeof FEED_END>) => {
    const { tokenFile } = await ports.submit(() => {
      const feed = Number.isSafeInteger(id) ? store.feedsSent.one(id) : undefined
      if (feed === undefined || store.feedsSent.now(id).ended !== null)
        throw new OperatorFault(...withRemedy('feed.none'))
      store.feedsSent.end(id, store.writer.nowMs, null)
      noteAct(store, { credential: null, operator }, 'feed_end', { feed: id })
      return feed
    })
    forgetToken(config, tokenFile)
    return { id }
  },
})

type Checked = Pick<SentFeed, 'party' | 'purpose' | 'url' | 'fingerprint'>

function checked(kernel: Kernel, operator: string, { party, purpose, to, fingerprint }: Chosen): Checked {
  const { store, credentials, registry } = kernel
  const n = store.parties.find(partyId(kernel, operator, party))
  if (n === undefined || credentials.readingOf(n) === null)
    throw new OperatorFault(...withRemedy('feed.noCredential'))
  if (!registry.has('purposes', purpose))
    throw new OperatorFault(...withRemedy('feed.noPurpose', { purpose }))
  if (!isReceiverAddress(to)) throw new OperatorFault(...withRemedy('feed.badAddress'))
  const url = new URL(to).href
  const plain = fingerprint === null ? null : plainFingerprint(fingerprint)
  if (fingerprint !== null && (plain === null || !url.startsWith('https:')))
    throw new OperatorFault(...withRemedy('feed.badFingerprint'))
  const another = store.feedsSent.live().find((one) => one.party === n && one.purpose === purpose)
  if (another !== undefined) throw new OperatorFault(...withRemedy('feed.another', null, { id: another.n }))
  return { party: n, purpose, url, fingerprint: plain }
}

function begun(kernel: Kernel, operator: string, asked: Chosen, tokenFile: string) {
  const chosen = checked(kernel, operator, asked)
  const { party, purpose } = chosen
  const { store } = kernel
  const id = store.feedsSent.add({ ...chosen, tokenFile, at: store.writer.nowMs })
  noteAct(store, { credential: null, operator }, 'feed_send', { feed: id, purpose, looked_up: party })
  return { id }
}

/** It cannot mend itself, as after a restore: backups have no tokens. */
const NO_TOKEN: FeedFault = 'token'

const whenGiven = (atMs: number | undefined): string | null =>
  atMs === undefined ? null : formatInstant(atMs)

/** What the office sees of a feed: neither token nor cursor. */
export function sentFeedView({ store, people }: Pick<Kernel, 'store' | 'people'>, feed: SentFeed) {
  const { consents, feedsSent, parties, writer } = store
  const { acknowledged, failed, ended } = feedsSent.now(feed.n)
  const { fault = null, detail = null } = failed === null ? {} : failureOf(failed.code)
  const nowMs = writer.nowMs
  return {
    id: feed.n,
    party: parties.id(feed.party),
    name: people.facts(feed.party).called,
    purpose: feed.purpose,
    to: feed.url,
    state: feedState({
      isEnded: ended !== null,
      isFailing: failed !== null,
      hasLiveGrant: consents.grantsTo(feed.party, feed.purpose).some((one) => isLiveGrant(one, nowMs)),
      isThrough: acknowledged?.hasMore === false,
    }),
    begun_at: formatInstant(feed.at),
    acknowledged_at: whenGiven(acknowledged?.at),
    records: acknowledged?.records ?? 0,
    closed: acknowledged?.closed ?? 0,
    has_more: acknowledged?.hasMore ?? true,
    failing_since: whenGiven(failed?.at),
    fault,
    detail,
    ended_at: whenGiven(ended?.at),
    ended_by_office: ended !== null && ended.code === null,
  }
}

/** Feeds whose receivers were not reached, or acknowledged nothing that was sent, for 7 days, or whose token the office must give again. */
export const feedsSilent = ({ store, people }: Pick<Kernel, 'store' | 'people'>) =>
  store.feedsSent.live().flatMap((feed) => {
    const { failed } = store.feedsSent.now(feed.n)
    if (failed === null || (failed.code !== NO_TOKEN && store.writer.nowMs - failed.at < RECEIVER_SILENT_MS))
      return []
    return [
      {
        id: feed.n,
        party: store.parties.id(feed.party),
        party_name: people.facts(feed.party).called,
        purpose: feed.purpose,
        silent_since: formatInstant(failed.at),
      },
    ]
  })

/** Feeds that ended by themselves in the last 7 days, unless a newer one took their place. */
export function feedsEnded({ store, people }: Pick<Kernel, 'store' | 'people'>) {
  const all = store.feedsSent.all()
  const isLast = ({ n, party, purpose }: SentFeed) =>
    !all.some((other) => other.n > n && other.party === party && other.purpose === purpose)
  return all.filter(isLast).flatMap((feed) => {
    const { ended } = store.feedsSent.now(feed.n)
    if (ended === null || ended.code === null || store.writer.nowMs - ended.at >= SHOWN_ENDED_MS) return []
    return [
      {
        id: feed.n,
        party: store.parties.id(feed.party),
        party_name: people.facts(feed.party).called,
        purpose: feed.purpose,
        ended_at: formatInstant(ended.at),
      },
    ]
  })
}
