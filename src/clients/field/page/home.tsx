import { useState } from 'preact/hooks'
import type { Changed, Listed } from '../engine/engine.ts'
import type { Member } from '../rules/members.ts'
import { factorFor, massOf, typedFigure } from '../rules/quantities.ts'
import { safeText } from '../rules/text.ts'
import { CodeForm } from './door.tsx'
import { useScreen } from './screen.ts'

/** The open page, in its first form: a delivery, and the list of records. */

export function Home() {
  const { engine, status, words } = useScreen()
  const { say } = words
  const { failure, lastContactAt } = status
  const save = async () => {
    const { name, blob } = await engine.queueFile()
    const link = document.createElement('a')
    link.href = URL.createObjectURL(blob)
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }
  return (
    <>
      <h1>{say('field.home.title')}</h1>
      <p role="status" id="standing">
        {say('field.home.standing', {
          waiting: status.waiting,
          rejected: status.rejected,
          photographs: status.photographs,
        })}{' '}
        {lastContactAt === null
          ? say('field.home.noContact')
          : say('field.home.contact', { at: words.time(lastContactAt) })}
      </p>
      {failure?.is === 'no_room' && <p class="box bad">{say('field.noRoom')}</p>}
      {failure?.is === 'refused' && !status.isEnded && (
        <p class="box warn">{words.sayOf('field.refused', failure.code) ?? safeText(failure.title)}</p>
      )}
      {status.isEnded && (
        <section class="box bad">
          <p>{say('field.ended')}</p>
          <CodeForm />
        </section>
      )}
      <Delivery />
      <Entries />
      <h2>{say('field.home.phone')}</h2>
      <div class="buttons">
        <button type="button" disabled={status.isBusy} onClick={() => void engine.sendNow(true)}>
          {say('field.home.sendNow')}
        </button>
        <button type="button" class="quiet" onClick={() => engine.lock()}>
          {say('field.home.lock')}
        </button>
        <button type="button" class="quiet" onClick={() => void save()}>
          {say('field.home.saveFile')}
        </button>
      </div>
      <p class="help">{say('field.home.fileIsOpen')}</p>
    </>
  )
}

function Delivery() {
  const { engine, words } = useScreen()
  const { say } = words
  const [search, setSearch] = useState('')
  const [member, setMember] = useState<Member | null>(null)
  const [weight, setWeight] = useState('')
  const [unit, setUnit] = useState('kg')
  const [crop, setCrop] = useState('')
  const [said, setSaid] = useState<{ text: string; isBad: boolean } | null>(null)
  const { crops, units, conversions } = engine.registry
  const found = member === null && search.trim() !== '' ? engine.members.find(search, 8) : []
  const save = async (event: Event) => {
    event.preventDefault()
    const value = typedFigure(weight)
    if (member === null) return setSaid({ text: say('field.delivery.noMember'), isBad: true })
    if (value === null) return setSaid({ text: say('field.delivery.noWeight'), isBad: true })
    if (crop === '') return setSaid({ text: say('field.delivery.noCrop'), isBad: true })
    const now = Date.now()
    const mass = massOf(value, unit, factorFor(conversions, unit, crop, now))
    const saved = await engine.save({
      type: 'delivery',
      occurred_at: new Date(now).toISOString(),
      lawful_basis: 'contract_performance',
      from_party: member.party,
      to_party: engine.party,
      crop,
      quantity: { value, unit },
      ...(mass?.members ?? {}),
      measurement_method: 'coop_weighed',
    })
    if ('notSaved' in saved) return setSaid({ text: say('field.noRoom'), isBad: true })
    setSaid({ text: say('field.delivery.saved'), isBad: false })
    setMember(null)
    setSearch('')
    setWeight('')
  }
  return (
    <>
      <h2>{say('field.delivery.title')}</h2>
      <form id="delivery" onSubmit={save}>
        <label for="member">{say('field.delivery.member')}</label>
        {member === null ? (
          <>
            <input
              id="member"
              type="search"
              autocomplete="off"
              value={search}
              onInput={({ currentTarget }) => setSearch(currentTarget.value)}
            />
            <ul class="found">
              {found.map((one) => (
                <li key={one.party}>
                  <button type="button" class="quiet" onClick={() => setMember(one)}>
                    <MemberLine member={one} />
                  </button>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p>
            <MemberLine member={member} />{' '}
            <button type="button" class="quiet" onClick={() => setMember(null)}>
              {say('field.delivery.otherMember')}
            </button>
          </p>
        )}
        <label for="weight">{say('field.delivery.weight')}</label>
        <input
          id="weight"
          inputMode="decimal"
          autocomplete="off"
          value={weight}
          onInput={({ currentTarget }) => setWeight(currentTarget.value)}
        />
        <label for="unit">{say('field.delivery.unit')}</label>
        <select id="unit" value={unit} onChange={({ currentTarget }) => setUnit(currentTarget.value)}>
          {units.map((one) => (
            <option key={one.id} value={one.id}>
              {words.unit(one)}
            </option>
          ))}
        </select>
        <label for="crop">{say('field.delivery.crop')}</label>
        <select id="crop" value={crop} onChange={({ currentTarget }) => setCrop(currentTarget.value)}>
          <option value="">{say('field.delivery.choose')}</option>
          {crops.map((one) => (
            <option key={one.id} value={one.id}>
              {words.crop(one)}
            </option>
          ))}
        </select>
        <p class={said?.isBad ? 'fault' : 'good'} role="alert">
          {said?.text ?? ''}
        </p>
        <button type="submit">{say('field.delivery.save')}</button>
      </form>
    </>
  )
}

function MemberLine({ member }: { readonly member: Member }) {
  const { engine } = useScreen()
  const place =
    member.region === undefined ? undefined : (engine.registry.regions[member.region] ?? member.region)
  return (
    <>
      {[member.number, member.name, place]
        .filter((one) => one !== undefined)
        .map(safeText)
        .join(' · ')}
    </>
  )
}

const SHOWN = 50

function Entries() {
  const { engine, words } = useScreen()
  const entries = engine.entries()
  return (
    <>
      <h2>{words.say('field.list.title', { count: entries.length })}</h2>
      <ol class="entries">
        {entries.slice(0, SHOWN).map((entry) => (
          <EntryLine key={entry.key} entry={entry} />
        ))}
      </ol>
    </>
  )
}

function EntryLine({ entry }: { readonly entry: Listed }) {
  const { engine, words } = useScreen()
  const { say } = words
  const [fault, setFault] = useState('')
  const { record, refusal, state } = entry
  const quantity = record.quantity as { value: number; unit: string } | undefined
  const from = engine.members.of(String(record.from_party))
  const told = async (done: Promise<Changed>) =>
    setFault(
      (await done) === 'done'
        ? ''
        : say((await done) === 'no_room' ? 'field.noRoom' : 'field.list.notPossible'),
    )
  return (
    <li>
      <strong>
        {quantity === undefined
          ? say('field.list.type', { type: record.type })
          : `${words.amount(quantity.value)} ${safeText(quantity.unit)}`}
      </strong>{' '}
      {from !== undefined && <MemberLine member={from} />}{' '}
      <span class={`state ${state}`}>
        {say('field.list.state', { state: entry.isSending ? 'sending' : state })}
      </span>{' '}
      {words.time(entry.madeAt)}
      {refusal !== undefined && (
        <p class="fault">
          {words.sayOf('field.refused', refusal.code) ?? safeText(refusal.title)}{' '}
          {(refusal.errors ?? []).map(({ pointer, message }) => safeText(`${pointer} ${message}`)).join('; ')}
        </p>
      )}
      <p class="buttons">
        {state === 'rejected' && (
          <button type="button" class="quiet" onClick={() => void told(engine.sendAgain(entry.key))}>
            {say('field.list.sendAgain')}
          </button>
        )}
        {state === 'draft' && (
          <button type="button" class="quiet" onClick={() => void told(engine.queue(entry.key))}>
            {say('field.list.queue')}
          </button>
        )}
        {record.type !== 'retraction' && (
          <button type="button" class="quiet" onClick={() => void told(engine.takeBack(entry.key))}>
            {say('field.list.takeBack')}
          </button>
        )}
      </p>
      <p class="fault" role="alert">
        {fault}
      </p>
    </li>
  )
}
