import { given } from '../../../base/typed.ts'
import { carriedBy } from '../rules/recorded-by.ts'
import { CodeForm } from './door.tsx'
import { Icon } from './icons.tsx'
import { Box } from './parts.tsx'
import { useOpen } from './place.ts'
import { useScreen } from './screen.ts'

/** The first screen: what can be recorded, and how the phone stands. */

const FIRST = ['delivery', 'harvest', 'payment', 'custody_transfer', 'plot', 'party'] as const
/** Above this part of the browser's limit, there is soon no room for photographs. */
const NEARLY_FULL = 0.9

/** What is in the way. Of a phone that the office ended, only that is said. */
function Warnings() {
  const { status, words } = useScreen()
  const { say } = words
  const { clock, failure, storage } = status
  const isNearlyFull =
    storage !== null && storage.quotaBytes > 0 && storage.usedBytes > storage.quotaBytes * NEARLY_FULL
  return (
    <>
      {clock?.isInDoubt && <Box kind="warn">{say('field.clock.home')}</Box>}
      {failure?.is === 'no_room' && <Box kind="bad">{say('field.noRoom')}</Box>}
      {isNearlyFull && <Box kind="warn">{say('field.home.nearlyFull')}</Box>}
      {failure?.is === 'refused' && (
        <Box kind="warn">{words.sayOf('field.refused', failure.code) ?? say('field.refusedOtherwise')}</Box>
      )}
    </>
  )
}

/** Why the phone finds nobody, and what to do. */
function NoMembers() {
  const { engine, status, words } = useScreen()
  const { party, isOwn = false } = status.device ?? {}
  if (status.isEnded || engine.members.all.some((member) => member.party !== party)) return null
  const why = isOwn ? 'own' : engine.hasFetched ? 'none' : 'notYet'
  return <Box kind="warn">{words.say(`field.noMembers.${why}`)}</Box>
}

export function Home() {
  const { engine, status, words } = useScreen()
  const { say, amount } = words
  const { go, unfinished, keepForm } = useOpen()
  const { failure, lastContactAt, isOnline } = status
  const toConfirm = engine.toConfirm().length
  const { news } = engine
  const isReached = isOnline && failure?.is !== 'no_answer'
  return (
    <>
      <div class="top">
        <h1>{say('field.home.title')}</h1>
        {!status.isEnded && (
          <span class={`badge ${isReached ? 'good' : 'warn'}`}>
            <Icon name={isReached ? 'online' : 'offline'} />
            {say('field.home.network', { is: !isOnline ? 'none' : isReached ? 'online' : 'silent' })}
          </span>
        )}
        <button type="button" class="plain" aria-label={say('field.home.lock')} onClick={() => engine.lock()}>
          <Icon name="lock" />
        </button>
      </div>
      {status.isEnded ? (
        <section class="box bad">
          <div>
            <p>{say('field.ended')}</p>
            <CodeForm />
          </div>
        </section>
      ) : (
        <Warnings />
      )}
      <button type="button" class="standing" id="standing" onClick={() => go({ at: 'list' })}>
        <span class={status.waiting > 0 ? 'amber' : ''}>
          <b>{amount(status.waiting + status.drafts)}</b>
          {say('field.home.waiting')}
        </span>
        <span class={status.rejected > 0 ? 'red' : ''}>
          <b>{amount(status.rejected)}</b>
          {say('field.home.rejected')}
        </span>
        <span>
          <b>{amount(status.accepted)}</b>
          {say('field.home.sent')}
        </span>
      </button>
      <p class="help" role="status" hidden={status.isEnded}>
        {lastContactAt === null
          ? say('field.home.noContact')
          : say('field.home.contact', { at: words.time(lastContactAt) })}{' '}
        {status.photographs > 0 && say('field.home.photographs', { count: status.photographs })}
      </p>
      {news > 0 && (
        <button type="button" class="line look" onClick={() => go({ at: 'list', first: 'elsewhere' })}>
          <Icon name="warn" />
          {say('field.elsewhere.count', { count: news })}
        </button>
      )}
      {unfinished !== null && (
        <div class="box info">
          <Icon name="info" />
          <div>
            <p>{say('field.form.unfinished', { type: unfinished.kind })}</p>
            <div class="buttons">
              <button
                type="button"
                onClick={() =>
                  go({
                    at: 'form',
                    kind: unfinished.kind,
                    isUnfinished: true,
                    ...given({ key: unfinished.key }),
                  })
                }
              >
                {say('field.form.goOn')}
              </button>
              <button type="button" class="quiet" onClick={() => keepForm(null)}>
                {say('field.form.drop')}
              </button>
            </div>
          </div>
        </div>
      )}
      <NoMembers />
      <nav class="tiles" aria-label={say('field.home.record')}>
        {FIRST.map((kind) => (
          <button key={kind} type="button" class={`tile ${kind}`} onClick={() => go({ at: 'form', kind })}>
            <Icon name={kind} />
            {say('field.form.title', { type: kind })}
          </button>
        ))}
      </nav>
      <div class="more">
        {toConfirm > 0 && (
          <button type="button" class="line" onClick={() => go({ at: 'confirm' })}>
            <Icon name="confirm" />
            {say('field.confirm.count', { count: toConfirm })}
          </button>
        )}
        {status.withoutToken > 0 && (
          <button type="button" class="line" onClick={() => go({ at: 'people' })}>
            <Icon name="warn" />
            {say('field.people.waiting', { count: status.withoutToken })}
          </button>
        )}
        <button type="button" class="line" onClick={() => go({ at: 'list' })}>
          <Icon name="records" />
          {say('field.list.own')}
        </button>
        <button type="button" class="line" onClick={() => go({ at: 'phone' })}>
          <Icon name="phone" />
          {say('field.home.phone')}
        </button>
      </div>
      {status.device !== null && <p class="help">{carriedBy(status.device)}</p>}
    </>
  )
}
