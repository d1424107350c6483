import { uuidv7 } from 'uuidv7'
import { howFar, type ShownFeed } from '../../appliance/feeds/feed-words.ts'
import type { FeedState } from '../../domain/sent-feed.ts'
import { allows } from '../../domain/staff.ts'
import { rowsOf } from '../../registry/rows-of.ts'
import { Field, type Filled, Form, Submit } from '../frame/form.tsx'
import { Badge, type Standing } from '../frame/parts.tsx'
import { Table } from '../frame/tables.tsx'
import type { StaffVisit } from '../frame/visit.ts'
import { PurposeSelect } from './grant-terms.tsx'
import { purposesCalled } from './words-of-grants.ts'

/** What is sent to an address of a reader: set up, how far it is, and ended. */

const STANDING: Readonly<Record<FeedState, Standing>> = {
  sending: 'good',
  failing: 'bad',
  asleep: 'info',
  ended: 'info',
}

/** @param filled what was typed in the form, if it has faults */
export async function sentFeeds(visit: StaffVisit, party: string, filled: Filled | undefined) {
  const { words, run, session } = visit
  const { say } = words
  const mayManage = allows(session.person.role, 'manage')
  const [{ feeds }, purposes, purposeCalled] = await Promise.all([
    run('feed.list', { party }),
    rowsOf(run, 'purposes'),
    purposesCalled(visit),
  ])
  return (
    <>
      {feeds.length > 0 && (
        <Table
          columns={['member.purpose', 'feed.line.address', 'feed.line.state', 'feed.line.far', '']}
          rows={feeds.map((feed) => [
            purposeCalled(feed.purpose),
            <span class="address">{feed.to}</span>,
            <Badge kind={STANDING[feed.state]}>{say(`feed.state.${feed.state}`)}</Badge>,
            howFar(words, feed),
            mayManage && feed.state !== 'ended' && <End visit={visit} feed={feed} />,
          ])}
        />
      )}
      <p class="help">{say('readers.sentWhat')}</p>
      {mayManage && (
        <Form action={`/readers/${party}`} session={session}>
          <input type="hidden" name="id" value={uuidv7()} />
          <PurposeSelect label={say('member.purpose')} purposes={purposes} filled={filled ?? NOTHING} />
          <Field name="to" label={say('readers.sendTo')} filled={filled ?? NOTHING} />
          <Field name="sendToken" label={say('readers.sendToken')} filled={NOTHING} />
          <Field
            name="fingerprint"
            label={say('readers.sendFingerprint')}
            filled={filled ?? NOTHING}
            help={say('readers.sendFingerprintHelp')}
            optional
          />
          <Submit name="act" value="send">
            {say('readers.send')}
          </Submit>
        </Form>
      )}
    </>
  )
}

const NOTHING: Filled = { values: {}, faults: {} }

function End({ visit, feed }: { visit: StaffVisit; feed: ShownFeed }) {
  return (
    <Form action={`/readers/${feed.party}`} session={visit.session}>
      <input type="hidden" name="feed" value={feed.id} />
      <button type="submit" class="quiet" name="act" value="endSending">
        {visit.words.say('readers.sendEnd')}
      </button>
    </Form>
  )
}

/** Begins it, as the form says. */
export async function beginSending({ form, run }: StaffVisit, party: string): Promise<void> {
  const fingerprint = (form.fingerprint ?? '').trim()
  await run('feed.send-with', {
    party,
    purpose: form.purpose ?? '',
    to: (form.to ?? '').trim(),
    token: (form.sendToken ?? '').trim(),
    fingerprint: fingerprint === '' ? null : fingerprint,
  })
}
