import { useEffect, useState } from 'preact/hooks'
import type { Chain, Changed, Engine, ListedEntry, SentRecord } from '../engine/engine.ts'
import { type Acts, canKeep, others } from '../rules/acts.ts'
import { type By, type ChainVersion, noteOf } from '../rules/chains.ts'
import { Icon } from './icons.tsx'
import { Bar, Box, Facts, State } from './parts.tsx'
import { useOpen } from './place.ts'
import { useScreen } from './screen.ts'
import { apart, figureOf, nameOf, subjectId, subjectOf, type ToldLine, told } from './told.ts'
import type { Words } from './words.ts'

/** What others did to a record of this phone: in the list, and on the page of the record. */

const byOf = (by: By, engine: Engine) => ({
  by: by.is,
  party: by.is === 'party' ? nameOf(engine, by.party) : '',
})

/** Lines that fit into a sentence. */
const MOST_LINES = 2

/** What a version says otherwise than the one that a person knows, in a few words. */
function changeOf(record: SentRecord | null, before: SentRecord, engine: Engine, words: Words): string {
  if (record === null) return figureOf(record, engine, words)
  const { versions, isFigureSame } = apart([before, record], engine, words)
  const { figure = '', lines = [] } = versions[1] ?? {}
  const said = [
    ...(isFigureSame || figure === '' ? [] : [figure]),
    ...lines.map(([label, value]) => `${label}: ${value}`),
  ]
  if (said.length === 0) return figureOf(record, engine, words)
  return `${said.slice(0, MOST_LINES).join('; ')}${said.length > MOST_LINES ? ' …' : ''}`
}

/** In the list: what others did, with another sign and colour until it is looked at. */
export function Note({ entry, chain }: { readonly entry: ListedEntry; readonly chain: Chain }) {
  const { engine, words } = useScreen()
  const { say } = words
  const note = noteOf(chain, subjectId(entry))
  if (note === null) return null
  const text =
    note.is === 'forked'
      ? say('field.elsewhere.forked')
      : note.is === 'unknown'
        ? say('field.elsewhere.unknown')
        : note.is === 'corrected'
          ? say('field.elsewhere.corrected', {
              ...byOf(note.newest.by, engine),
              figure: changeOf(note.newest.record, subjectOf(entry, engine), engine, words),
            })
          : say('field.elsewhere.takenBack', byOf(note.by, engine))
  const isNews = engine.isNews(chain)
  return (
    <span class={`badge ${note.is === 'forked' ? 'bad' : isNews ? 'warn' : 'info'}`}>
      <Icon name={isNews || note.is === 'forked' ? 'warn' : 'info'} />
      {text}
    </span>
  )
}

/** Notes that a person looks at a record: what others did to it is no news from then on. */
export function useLook(entry: ListedEntry | undefined): void {
  const { engine } = useScreen()
  const id = entry && subjectId(entry)
  const chain = id === undefined ? undefined : engine.changedElsewhere.get(id)
  useEffect(() => {
    if (chain !== undefined) void engine.look(chain)
  }, [engine, chain])
}

/** On the page of a record. */
export function Elsewhere(props: {
  readonly entry: ListedEntry
  readonly change: (done: Promise<Changed>) => void
}) {
  const { entry, change } = props
  const { engine, words } = useScreen()
  const { say } = words
  const chain = engine.chainOf(subjectId(entry))
  const note = noteOf(chain, subjectId(entry))
  if (note === null) return null
  if (note.is === 'unknown') return <Box kind="warn">{say('field.elsewhere.unknownWhat')}</Box>
  if (note.is === 'forked') return <Fork chain={chain} change={change} />
  if (note.is === 'taken_back')
    return (
      <Box kind="warn">
        {note.retraction === null
          ? say('field.elsewhere.takenBack', byOf(note.by, engine))
          : say('field.elsewhere.takenBackAt', {
              ...byOf(note.by, engine),
              at: words.time(note.retraction.at),
              reason: say('field.takeBack.reasons', { reason: note.retraction.record?.reason ?? 'other' }),
            })}
      </Box>
    )
  return <Newest version={note.newest} />
}

function Newest({ version }: { readonly version: ChainVersion }) {
  const { engine, words } = useScreen()
  const { say } = words
  if (version.record === null) return null
  const { figure, who, lines } = told(version.record, engine, words)
  return (
    <>
      <Box kind="warn">
        {say('field.elsewhere.correctedAt', { ...byOf(version.by, engine), at: words.time(version.at) })}
      </Box>
      <section class="shown">
        <h2>{say('field.elsewhere.now')}</h2>
        <p class="who">{who}</p>
        {figure !== '' && <p class="huge">{figure}</p>}
        <Facts lines={lines} />
      </section>
    </>
  )
}

/** Figures that contradict each other. The phone's party may keep one; who does not know asks the office. */
function Fork({
  chain,
  change,
}: {
  readonly chain: Chain
  readonly change: (done: Promise<Changed>) => void
}) {
  const { engine, words } = useScreen()
  const { say } = words
  const [keeping, setKeeping] = useState<string | null>(null)
  const known = chain.branches.flatMap(({ record }) => (record === null ? [] : [record]))
  const { differ, versions } = apart(known, engine, words)
  const linesOf = (version: ChainVersion): readonly ToldLine[] =>
    version.record === null ? [] : (versions[known.indexOf(version.record)]?.lines ?? [])
  return (
    <>
      <Box kind="bad">
        <p>
          <strong>{say('field.elsewhere.forked')}</strong>
        </p>
        <p>
          {say(
            chain.branches.some(({ isUnsent }) => isUnsent)
              ? 'field.elsewhere.heldWhat'
              : 'field.elsewhere.forkedWhat',
          )}
        </p>
        {differ !== 'shown' && <p>{say('field.elsewhere.alike', { is: differ })}</p>}
      </Box>
      <ul class="entries branches">
        {chain.branches.map((version) => (
          <li key={version.id} class="card">
            <p class="huge">{figureOf(version.record, engine, words)}</p>
            <Facts lines={linesOf(version)} />
            <p>
              <WrittenBy version={version} />
            </p>
            {keeping === version.id ? (
              <>
                <p>
                  {version.isUnsent
                    ? say('field.elsewhere.keepHeld')
                    : say('field.elsewhere.keepWhat', { count: others(chain, version.id).length })}
                </p>
                <Bar>
                  <button type="button" class="quiet" onClick={() => setKeeping(null)}>
                    {say('field.form.cancel')}
                  </button>
                  <button type="button" onClick={() => change(engine.keepVersion(version.id))}>
                    {say('field.elsewhere.keepDo')}
                  </button>
                </Bar>
              </>
            ) : (
              canKeep(chain, version.id) && (
                <button type="button" class="quiet wide" onClick={() => setKeeping(version.id)}>
                  {say('field.elsewhere.keep')}
                </button>
              )
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function WrittenBy({ version: { by, at } }: { readonly version: ChainVersion }) {
  const { engine, words } = useScreen()
  const when = Number.isNaN(at) ? '' : words.time(at)
  return <small>{words.say('field.elsewhere.writtenBy', { ...byOf(by, engine), at: when })}</small>
}

/** All versions that the phone knows, the oldest first: what was saved stays readable. */
export function Versions({ chain, entry }: { readonly chain: Chain; readonly entry: ListedEntry }) {
  const { engine, words } = useScreen()
  const { say } = words
  const { go } = useOpen()
  const known = chain.versions.filter(({ record }) => record !== null)
  if (known.length < 2) return null
  const { versions } = apart(
    known.flatMap(({ record }) => record ?? []),
    engine,
    words,
  )
  const byTarget = new Map(chain.retractions.map((one) => [one.record?.target_id, one]))
  return (
    <section>
      <h2>{say('field.list.versions')}</h2>
      <ol class="entries">
        {known.map((version, i) => {
          const shown = engine.entryOf(version.key)
          const retraction = byTarget.get(version.id)
          return (
            <li key={version.key}>
              <button
                type="button"
                class="entry"
                aria-current={version.key === entry.key ? 'true' : undefined}
                onClick={() => go({ at: 'one', key: version.key })}
              >
                <span class="what">
                  <strong>{figureOf(version.record, engine, words)}</strong>
                  {versions[i]?.lines.map(([label, value]) => (
                    <span key={label}>
                      {label}: {value}
                    </span>
                  ))}
                  <WrittenBy version={version} />
                  {retraction === undefined ? (
                    shown !== undefined && <State entry={shown} />
                  ) : (
                    <span class="badge info">
                      <Icon name="takeBack" />
                      {say('field.elsewhere.takenBack', byOf(retraction.by, engine))}
                    </span>
                  )}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** What becomes of a rejected correction when it is sent again, because its record was changed elsewhere. */
export function Onto(props: {
  readonly acts: Acts
  readonly chain: Chain
  /** The correction. */
  readonly record: SentRecord
}) {
  const { acts, chain, record } = props
  const { engine, words } = useScreen()
  const { say } = words
  if (chain.is === 'forked' || chain.is === 'unknown') return <p>{say('field.elsewhere.decideFirst')}</p>
  if (acts.onto === 'same') return null
  const figure = chain.newest === null ? '' : changeOf(chain.newest.record, record, engine, words)
  return <p>{say('field.elsewhere.onto', { onto: acts.onto, figure })}</p>
}
