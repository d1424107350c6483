import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Chain, Engine, ListedEntry } from '../engine/engine.ts'
import { FILTERS, type Filter, Listing, WINDOW } from '../rules/listing.ts'
import { Note } from './elsewhere.tsx'
import { Icon, type IconName } from './icons.tsx'
import { State, TextField, Top } from './parts.tsx'
import { useOpen } from './place.ts'
import { useScreen } from './screen.ts'
import { subjectId, subjectOf, told, typeOf } from './told.ts'
import type { Words } from './words.ts'

/** The records of this phone: those to mend first, then the newest. A part of them is drawn at once. */

export function List({ first = 'all' }: { readonly first?: Filter | undefined }) {
  const { engine, status, words } = useScreen()
  const { say } = words
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<Filter>(first)
  const [shown, setShown] = useState(WINDOW)
  const all = useMemo(() => {
    const entries = allEntries(engine)
    return [...entries.filter(isRejected), ...entries.filter((one) => !isRejected(one))]
  }, [engine, status])
  const listing = useMemo(
    () => new Listing((entry: ListedEntry) => lineOf(entry, engine, words)),
    [engine, words, engine.members],
  )
  useEffect(() => listing.prepare(all), [listing, all])
  const changed = engine.changedElsewhere
  const ofState =
    filter === 'all'
      ? all
      : filter === 'elsewhere'
        ? changedFirst(all, engine)
        : all.filter(({ state }) => state === filter || (filter === 'waiting' && state === 'draft'))
  const found = listing.find(ofState, search)
  return (
    <>
      <Top title={say('field.list.own')} />
      <TextField
        id="search"
        type="search"
        label={say('field.list.search')}
        value={search}
        onInput={(text) => {
          setSearch(text)
          setShown(WINDOW)
        }}
      />
      <div class="filters">
        {FILTERS.map((one) => (
          <button
            key={one}
            type="button"
            class="chip"
            aria-pressed={one === filter}
            onClick={() => {
              setFilter(one)
              setShown(WINDOW)
            }}
          >
            {say('field.list.filter', { filter: one })}
          </button>
        ))}
      </div>
      <p class="help" role="status">
        {say('field.list.title', { count: found.length })}
      </p>
      <ol class="entries">
        {found.slice(0, shown).map((entry) => (
          <EntryLine
            key={entry.key}
            entry={entry}
            line={listing.lineOf(entry)}
            chain={changed.get(subjectId(entry))}
          />
        ))}
      </ol>
      {found.length > shown && (
        <button type="button" class="quiet wide" onClick={() => setShown(shown + WINDOW)}>
          {say('field.list.more', { count: found.length - shown })}
        </button>
      )}
    </>
  )
}

/** What others changed: first what nobody looked at here. */
function changedFirst(all: readonly ListedEntry[], engine: Engine): ListedEntry[] {
  const chains = engine.changedElsewhere
  const news = new Set([...new Set(chains.values())].filter((chain) => engine.isNews(chain)))
  const found = all.flatMap((entry) => {
    const chain = chains.get(subjectId(entry))
    return chain === undefined ? [] : [{ entry, isNew: news.has(chain) }]
  })
  return [...found.filter(({ isNew }) => isNew), ...found.filter(({ isNew }) => !isNew)].map(
    ({ entry }) => entry,
  )
}

const isRejected = ({ state }: ListedEntry): boolean => state === 'rejected'

/** Every record of this phone, those included that it knows from the feed alone. */
export const allEntries = (engine: Engine): ListedEntry[] => {
  const fed = engine.fromFeed()
  const own = engine.entries()
  return fed.length === 0 ? own : [...own, ...fed].sort((a, b) => b.madeAt - a.madeAt)
}

interface ListLine {
  readonly title: string
  readonly who: string
  readonly below: string
  readonly text: string
}

function lineOf(entry: ListedEntry, engine: Engine, words: Words): ListLine {
  const { figure, who, lines } = told(subjectOf(entry, engine), engine, words)
  const type = typeOf(entry.record, words)
  const at = words.time(entry.madeAt)
  return {
    title: figure === '' ? type : figure,
    who,
    below: figure === '' ? at : `${type} · ${at}`,
    text: [type, figure, who, ...lines.map(([, value]) => value)].join(' '),
  }
}

const ICONS: Readonly<Record<string, IconName>> = {
  delivery: 'delivery',
  harvest: 'harvest',
  payment: 'payment',
  custody_transfer: 'custody_transfer',
  plot: 'plot',
  party: 'party',
  retraction: 'takeBack',
  delivery_confirmation: 'confirm',
  payment_confirmation: 'confirm',
  obligation_confirmation: 'confirm',
}

function EntryLine(props: {
  readonly entry: ListedEntry
  readonly line: ListLine
  /** Set if others changed the record. */
  readonly chain: Chain | undefined
}) {
  const { entry, line, chain } = props
  const { go } = useOpen()
  return (
    <li>
      <button type="button" class="entry" onClick={() => go({ at: 'one', key: entry.key })}>
        <Icon name={ICONS[entry.record.type] ?? 'info'} />
        <span class="what">
          <strong>{line.title}</strong>
          <span>{line.who}</span>
          <small>{line.below}</small>
          <State entry={entry} />
          {chain !== undefined && <Note entry={entry} chain={chain} />}
        </span>
      </button>
    </li>
  )
}
