import { useRef, useState } from 'preact/hooks'
import { MOST_COUNTED } from '../../../domain/most-counted.ts'
import type { SentRecord } from '../engine/engine.ts'
import { confirming } from '../rules/confirmer.ts'
import { MOST_OF_OTHERS } from '../rules/others.ts'
import { Icon } from './icons.tsx'
import { Box, Facts, Fault, Top } from './parts.tsx'
import { useOpen } from './place.ts'
import { useScreen } from './screen.ts'
import { told, typeOf } from './told.ts'

/**
 * What others wrote of deliveries and payments with the phone's party, which confirms them here. What this phone wrote itself
 * the service lets only the other party confirm, by a credential of its own (contract §4).
 */

export function Confirm() {
  const { engine, words } = useScreen()
  const { say } = words
  const { replace } = useOpen()
  const [fault, setFault] = useState('')
  const begun = useRef(new Set<string>())
  const due = engine.toConfirm()
  const count = engine.othersCount
  const confirm = async (record: SentRecord) => {
    const { id } = record
    // A second tap may arrive before the list is drawn again.
    if (begun.current.has(id)) return
    begun.current.add(id)
    const saved = await engine.save(confirming(record, engine.happening))
    if ('notSaved' in saved) {
      begun.current.delete(id)
      setFault(saved.notSaved === 'clock' ? '' : say('field.noRoom'))
    } else if (due.length === 1) replace({ at: 'one', key: saved.key })
  }
  return (
    <>
      <Top title={say('field.confirm.title')} />
      <p>{say('field.confirm.what')}</p>
      {count > MOST_OF_OTHERS && (
        <p>
          {say('field.confirm.others', {
            count,
            many: count >= MOST_COUNTED ? 'yes' : 'no',
            shown: MOST_OF_OTHERS,
          })}
        </p>
      )}
      <Fault>{fault}</Fault>
      {due.length === 0 && <Box kind="good">{say('field.confirm.none')}</Box>}
      {due.map((record) => {
        const { figure, who, lines } = told(record, engine, words)
        return (
          <section key={record.id} class="card">
            <p class="who">{who}</p>
            <p class="huge">{figure}</p>
            <Facts lines={[[say('field.label.type'), typeOf(record, words)], ...lines]} />
            <button type="button" class="wide" onClick={() => void confirm(record)}>
              <Icon name="confirm" />
              {say('field.confirm.do')}
            </button>
          </section>
        )
      })}
    </>
  )
}
