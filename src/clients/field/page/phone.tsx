import { useState } from 'preact/hooks'
import type { QueueFile } from '../engine/engine.ts'
import { PIN_FAULTS, PinField, StartOver } from './door.tsx'
import { Icon } from './icons.tsx'
import { Language } from './language.tsx'
import { Facts, Fault, Top } from './parts.tsx'
import { useOpen } from './place.ts'
import { useScreen } from './screen.ts'

/** What concerns the phone itself, and is needed seldom. */

const MEGABYTE = 1_000_000

export function ThisPhone() {
  const { engine, status, words } = useScreen()
  const { say, amount } = words
  const { storage, worker } = status
  const { crops, units, fetchedAt } = engine.registry
  const [unread, setUnread] = useState(0)
  const files = engine.queueFiles()
  const { go } = useOpen()
  const confirmed = engine
    .entries()
    .filter(({ by, state }) => by !== undefined && state !== 'accepted').length
  const save = async ({ name, make }: QueueFile) => {
    const { blob, unread } = await make()
    setUnread(unread)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(blob)
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }
  const megabytes = (bytes: number) => amount(Math.round((10 * bytes) / MEGABYTE) / 10)
  return (
    <>
      <Top title={say('field.home.phone')} />
      <Facts
        lines={[
          [say('field.phone.members'), amount(status.members)],
          [
            say('field.phone.registry'),
            fetchedAt === 0
              ? say('field.phone.noRegistry')
              : say('field.phone.registryAt', {
                  crops: amount(crops.length),
                  units: amount(units.length),
                  at: words.time(fetchedAt),
                }),
          ],
          [
            say('field.phone.storage'),
            storage === null
              ? ''
              : say('field.phone.used', {
                  used: megabytes(storage.usedBytes),
                  of: megabytes(storage.quotaBytes),
                }),
          ],
          [
            say('field.phone.lasting'),
            say('field.phone.isLasting', { is: storage?.isLasting ? 'yes' : 'no' }),
          ],
          [say('field.phone.offline'), say('field.phone.worker', { state: worker.state })],
          [say('field.phone.version'), engine.version],
          [say('field.phone.device'), status.device?.id ?? ''],
        ]}
      />
      <button type="button" class="wide" disabled={status.isBusy} onClick={() => void engine.sendNow(true)}>
        {say('field.home.sendNow')}
      </button>
      <button type="button" class="quiet wide" onClick={() => go({ at: 'people' })}>
        <Icon name="confirm" />
        {say('field.people.title')}
      </button>
      <Language />
      <details>
        <summary>{say('field.home.saveFile')}</summary>
        <p>{say('field.home.fileIsOpen')}</p>
        {confirmed > 0 && <p>{say('field.home.fileConfirmed', { count: confirmed })}</p>}
        {files.length > 1 && <p>{say('field.home.fileEach')}</p>}
        {files.map((file, i) => (
          <button key={file.name} type="button" class="quiet wide" onClick={() => void save(file)}>
            {i === 0
              ? say('field.home.saveFile')
              : say('field.home.savePhotographs', { number: i, of: files.length - 1 })}
          </button>
        ))}
        <Fault>{unread === 0 ? '' : say('field.home.fileUnread', { count: unread })}</Fault>
      </details>
      <ChangePin />
      <StartOver />
    </>
  )
}

function ChangePin() {
  const { engine, words } = useScreen()
  const { say } = words
  const [old, setOld] = useState('')
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [result, setResult] = useState<{ text: string; isGood: boolean }>({ text: '', isGood: false })
  const send = async (event: Event) => {
    event.preventDefault()
    if (pin !== again) return setResult({ text: say('field.pin.differ'), isGood: false })
    const refused = await engine.changePin(old, pin)
    if (refused !== null)
      return setResult({
        text: refused === 'wrong' ? say('field.pin.oldWrong') : say(PIN_FAULTS[refused]),
        isGood: false,
      })
    setResult({ text: say('field.pin.changed'), isGood: true })
    for (const clear of [setOld, setPin, setAgain]) clear('')
  }
  return (
    <details>
      <summary>{say('field.pin.change')}</summary>
      <form onSubmit={send}>
        <PinField id="old-pin" label={say('field.pin.old')} value={old} onInput={setOld} />
        <PinField id="new-pin" label={say('field.pin.new')} value={pin} isNew onInput={setPin} />
        <PinField id="pin-again" label={say('field.pin.again')} value={again} isNew onInput={setAgain} />
        <Fault>{result.isGood ? '' : result.text}</Fault>
        <p role="status">{result.isGood ? result.text : ''}</p>
        <button type="submit" class="wide">
          {say('field.pin.change')}
        </button>
      </form>
    </details>
  )
}
