import { isKind } from '../rules/drafts.ts'
import { ConfirmLine } from './confirming.tsx'
import { Icon } from './icons.tsx'
import { Bar, Box, Facts, State } from './parts.tsx'
import { useOpen } from './place.ts'
import { Receipt } from './receipt.tsx'
import { useScreen } from './screen.ts'
import { recorder, told, typeOf } from './told.ts'

/** After a record was saved: what it says, and its receipt. */

export function Saved({ entryKey }: { readonly entryKey: string }) {
  const { engine, words } = useScreen()
  const { say } = words
  const { replace, back } = useOpen()
  const entry = engine.entries().find(({ key }) => key === entryKey)
  if (entry === undefined) return <Box kind="info">{say('field.list.gone')}</Box>
  const { record } = entry
  const { figure, who, lines } = told(record, engine, words)
  const { type } = record
  return (
    <>
      <div class="top">
        <h1>{say('field.saved.title')}</h1>
        <State entry={entry} />
      </div>
      <section class="shown">
        <p class="who">{who}</p>
        {figure !== '' && <p class="huge">{figure}</p>}
        <Facts
          lines={[
            [say('field.label.type'), typeOf(record, words)],
            ...lines,
            ...recorder(entry, engine, words),
          ]}
        />
      </section>
      <ConfirmLine entry={entry} />
      <Receipt entry={entry} chain={engine.chainOf(record.id)} />
      <Bar>
        <button type="button" class="quiet" onClick={back}>
          {say('field.saved.home')}
        </button>
        {isKind(type) && (
          <button type="button" onClick={() => replace({ at: 'form', kind: type })}>
            <Icon name={type} />
            {say('field.saved.another')}
          </button>
        )}
      </Bar>
    </>
  )
}
