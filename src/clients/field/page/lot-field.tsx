import { useState } from 'preact/hooks'
import { folded } from '../rules/members.ts'
import { TextField } from './parts.tsx'
import { useScreen } from './screen.ts'
import { told } from './told.ts'

/** The lot that is handed over: those that the feed brought, the newest first. */

const MOST = 12

export function LotField(props: {
  readonly chosen: string
  readonly fault: string
  readonly choose: (lot: string) => void
}) {
  const { chosen, fault, choose } = props
  const { engine, words } = useScreen()
  const { say } = words
  const [search, setSearch] = useState('')
  const lots = engine.fetched().filter(({ type }) => type === 'lot')
  const lines = lots
    .map((lot) => ({ lot, ...told(lot, engine, words) }))
    .sort((a, b) => String(b.lot.occurred_at).localeCompare(String(a.lot.occurred_at)))
  const asked = folded(search).split(' ').filter(Boolean)
  const found = lines.filter(({ lot, figure, lines: facts }) => {
    const text = folded(`${figure} ${facts.map(([, value]) => value).join(' ')} ${lot.id}`)
    return asked.every((word) => text.includes(word))
  })
  return (
    <>
      <TextField
        id="lot"
        type="search"
        label={say('field.lot.find')}
        value={search}
        fault={fault}
        onInput={setSearch}
      />
      {lots.length === 0 && <p class="help">{say('field.lot.none')}</p>}
      <ul class="found">
        {found.slice(0, MOST).map(({ lot, figure, lines: facts }) => (
          <li key={lot.id}>
            <button
              type="button"
              class="line"
              aria-pressed={lot.id === chosen}
              onClick={() => choose(lot.id)}
            >
              <span>
                <strong>{figure}</strong> <small>{facts.map(([, value]) => value).join(' · ')}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
