import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { given } from '../../../base/typed.ts'
import { onlyOwn } from '../../../domain/ticked.ts'
import { type Engine, type Says, shrunk } from '../engine/engine.ts'
import { isChangedElsewhere } from '../rules/acts.ts'
import { knownOf, slipIn } from '../rules/digit-guard.ts'
import { type DraftField, type DraftKind, dayOf, draftOf, type FormFacts, faultsOf, fieldAt, saysOf, type Typed, type TypedDraft, withoutMass } from '../rules/drafts.ts' // biome-ignore format: one list
import { fieldsOf, stepsOf } from '../rules/form-steps.ts'
import { cornersOf, crossesItself } from '../rules/outline.ts'
import { ConfirmationGoes } from './confirming.tsx'
import { StepFields } from './fields.tsx'
import { Icon } from './icons.tsx'
import { Bar, Box, Facts as FactList, Fault, Folded, Top } from './parts.tsx'
import { useOpen } from './place.ts'
import { useScreen } from './screen.ts'
import { nameOf, told } from './told.ts'

/** A form: one thing after the other, then the figure for the farmer to see, then saved. */

/** What the next form begins with. */
const REMEMBERED = [
  'unit',
  'crop',
  'place',
  'season',
  'currency',
  'country',
  'method',
  'purpose',
  'direction',
] as const
/** After the last letter, what was typed is kept. */
const KEEP_MS = 400

export function Form(props: {
  readonly kind: DraftKind
  /** Of the record that is corrected or mended. */
  readonly entryKey: string | undefined
  readonly isUnfinished: boolean
}) {
  const { kind, entryKey: key, isUnfinished } = props
  const { engine, words } = useScreen()
  const { say } = words
  const { used, use, unfinished, keepForm, replace, back } = useOpen()
  const entry = key === undefined ? undefined : engine.entryOf(key)
  const isElsewhere = entry !== undefined && isChangedElsewhere(engine.chainOf(entry.record.id), entry)
  const facts = (): FormFacts => ({
    nowMs: engine.nowMs,
    isDayStated: engine.isDayStated,
    own: engine.party,
    conversions: engine.registry.conversions,
    units: engine.registry.units,
    newId: () => engine.newId(),
    signs: words.signs,
  })
  const refused = useMemo(() => {
    const found = (entry?.refusal?.errors ?? []).map(({ pointer }) => fieldAt(kind, pointer))
    const all = found.filter((field) => field !== null)
    return entry?.refusal?.code === 'lawful_basis_insufficient' ? [...all, 'consent' as const] : all
  }, [])
  const isMassRefused = refused.includes('weight') || refused.includes('unit')
  const before = entry && (isMassRefused ? withoutMass(entry.record) : entry.record)
  const steps = stepsOf(kind, key !== undefined)
  const stepOf = (fields: readonly DraftField[]) =>
    steps.findIndex((step) => fieldsOf(step).some((field) => fields.includes(field)))
  const [draft, setDraft] = useState<TypedDraft>(() => {
    if (isUnfinished && unfinished !== null) return unfinished
    if (entry !== undefined) return draftOf(kind, entry.record, engine.party, words.plain)
    return { typed: { ...usedFor(kind, { ...onlyOnes(engine), ...used }), day: dayOf(engine.nowMs) } }
  })
  const [step, setStep] = useState(() =>
    isUnfinished && unfinished !== null
      ? Math.min(unfinished.step, steps.length)
      : Math.max(0, stepOf(refused)),
  )
  const [faults, setFaults] = useState<readonly DraftField[]>(refused)
  const [pictures, setPictures] = useState<readonly Blob[]>([])
  const [failed, setFailed] = useState('')
  const [isBusy, setBusy] = useState(false)
  /** A second tap may arrive before the button is drawn as disabled. */
  const isSaving = useRef(false)

  /** A page that loads again, or that its phone ends, loses no more than the last letters. */
  const isTouched = useRef(false)
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (isTouched.current)
      later.current = setTimeout(() => keepForm({ ...draft, kind, step, ...given({ key }) }), KEEP_MS)
    return () => clearTimeout(later.current)
  }, [draft, step])

  const change = (typed: Typed) => {
    isTouched.current = true
    setDraft((before) => ({ ...before, typed: { ...before.typed, ...typed } }))
    setFaults((before) => before.filter((field) => !(field in typed)))
  }
  const reach = (next: number, at: TypedDraft = draft) => {
    setStep(next)
    keepForm({ ...at, kind, step: next, ...given({ key }) })
    scrollTo(0, 0)
  }
  /** @param isMore also to a step that people may pass by */
  const goOn = (at: TypedDraft = draft, isMore = false) => {
    const here = steps[step]
    const fields = here === undefined ? [] : fieldsOf(here)
    const now = faultsOf(kind, at, facts(), before).filter((field) => fields.includes(field))
    setFaults(now)
    const passed = steps[step + 1]?.isOptional && !isMore ? 2 : 1
    if (now.length === 0) reach(step + passed, at)
    else setTimeout(() => focusOn())
  }
  const save = async () => {
    if (isSaving.current) return
    isSaving.current = true
    await saveOnce().finally(() => {
      isSaving.current = false
    })
  }
  const saveOnce = async () => {
    if (key !== undefined && entry === undefined) return setFailed(say('field.list.gone'))
    const now = faultsOf(kind, draft, facts(), before)
    if (now.length > 0) {
      setFaults(now)
      return reach(Math.max(0, stepOf(now)))
    }
    setBusy(true)
    clearTimeout(later.current)
    const says = saysOf(kind, draft, facts(), before)
    const photographs = await Promise.all(pictures.map(shrunk)).catch(() => null)
    if (photographs === null) {
      setBusy(false)
      return setFailed(say('field.photograph.none'))
    }
    const keys = new Set(engine.entries().map((one) => one.key))
    const done =
      entry === undefined
        ? await engine.save(says, { photographs, endsForm: true })
        : await engine.correct(entry.key, says, { photographs, endsForm: true })
    setBusy(false)
    // Of a clock that was set back, the screen asks for the day.
    if (done === 'clock') return setFailed('')
    if (typeof done === 'object' && 'notSaved' in done)
      return setFailed(done.notSaved === 'clock' ? '' : say('field.noRoom'))
    if (done === 'no_room') return setFailed(say('field.noRoom'))
    if (done === 'elsewhere') return setFailed('')
    if (done === 'not_possible') return setFailed(say('field.list.notPossible'))
    const { typed } = draft
    use(Object.fromEntries(REMEMBERED.flatMap((field) => (typed[field] ? [[field, typed[field]]] : []))))
    keepForm(null)
    // A correction is an entry of its own, unless it was made in place. The newest by the clock may be another one.
    const made = engine.entries().find((one) => !keys.has(one.key))?.key ?? entry?.key ?? ''
    replace({ at: 'saved', key: typeof done === 'object' ? done.key : made })
  }

  const current = steps[step]
  const isCorrected = current?.folded !== undefined
  useEffect(() => {
    if (isCorrected) setTimeout(() => focusOn(current.fields[0] ?? ''))
  }, [isCorrected])
  const slip =
    current === undefined && faultsOf(kind, draft, facts(), before).length === 0
      ? slipIn(
          saysOf(kind, draft, facts(), before),
          knownOf(engine.entries(), engine.fetched()),
          entry?.record.id,
        )
      : null
  const title = say(entry === undefined ? 'field.form.title' : 'field.form.correct', { type: kind })
  const leave = () => {
    keepForm(null)
    back()
  }
  const needed = steps.filter(({ isOptional }) => !isOptional).length
  const previous = step === 0 ? leave : () => reach(Math.min(step, needed) - 1)
  const asked = (fields: readonly DraftField[]) => (
    <StepFields
      kind={kind}
      fields={fields}
      draft={draft}
      faults={faults}
      change={change}
      choose={(typed, isSure) => {
        change(typed)
        if (isSure && !isCorrected) goOn({ ...draft, typed: { ...draft.typed, ...typed } })
      }}
      walk={(outline) => {
        const { outline: _, ...rest } = draft
        const next = outline === null ? rest : { ...rest, outline }
        setDraft(next)
        setFaults([])
        keepForm({ ...next, kind, step, ...given({ key }) })
      }}
      photographs={{ cited: entry?.record.evidence?.length ?? 0, pictures, change: setPictures }}
    />
  )
  return (
    <>
      <Top
        title={title}
        aside={
          current?.isOptional ? undefined : (
            <span class="steps">
              {say('field.form.step', { step: Math.min(step, needed) + 1, of: needed + 1 })}
            </span>
          )
        }
      />
      {isElsewhere && (
        <Box kind="warn">
          <p>{say('field.elsewhere.meanwhile')}</p>
          <button
            type="button"
            class="quiet wide"
            onClick={() => {
              keepForm(null)
              replace({ at: 'one', key: entry.key })
            }}
          >
            {say('field.elsewhere.look')}
          </button>
        </Box>
      )}
      {entry !== undefined && <ConfirmationGoes id={entry.record.id} what="change" />}
      {current === undefined ? (
        <Shown kind={kind} draft={draft} before={before} pictures={pictures.length} facts={facts()} />
      ) : (
        <form
          id="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            goOn()
          }}
        >
          {!current.fields.includes('member') && (draft.typed.member ?? '') !== '' && (
            <p class="whose">{nameOf(engine, draft.typed.member ?? '')}</p>
          )}
          {asked(current.fields)}
          {current.folded !== undefined && (
            <Folded isOpen={faults.some((field) => current.folded?.includes(field))}>
              {asked(current.folded)}
            </Folded>
          )}
          {steps[step + 1]?.isOptional && (
            <button type="button" class="quiet wide" onClick={() => goOn(draft, true)}>
              {say('field.form.more', { type: kind })}
            </button>
          )}
          <Bar>
            <button type="button" class="quiet" onClick={previous}>
              {say(step === 0 ? 'field.form.cancel' : 'field.back')}
            </button>
            <button type="submit">{say('field.form.next')}</button>
          </Bar>
        </form>
      )}
      {current === undefined && (
        <>
          {slip !== null && (
            <Box kind="warn">
              {say('field.form.last', { last: words.amount(slip.lastKg), kg: words.amount(slip.kg) })}
            </Box>
          )}
          <Fault>{failed}</Fault>
          <Bar>
            <button type="button" class="quiet" onClick={previous}>
              {say('field.form.change')}
            </button>
            <button type="button" disabled={isBusy} onClick={() => void save()}>
              <Icon name="good" />
              {say(slip === null ? 'field.form.save' : 'field.form.really')}
            </button>
          </Bar>
        </>
      )}
    </>
  )
}

/** The first field that is wrong has the focus, else this one. */
const focusOn = (id = ''): void =>
  (document.querySelector<HTMLElement>('[aria-invalid]') ?? document.getElementById(id))?.focus()

/** The crop, unit and place of which the office ticked only one. */
function onlyOnes({ registry, ticked }: Engine): Typed {
  const { places } = ticked
  return given({
    crop: onlyOwn(registry.crops, ticked.crops)?.id,
    unit: onlyOwn(registry.units, ticked.units)?.id,
    place: places.length === 1 ? places[0] : undefined,
  })
}

function usedFor(kind: DraftKind, used: Typed): Typed {
  const { unit = 'kg', crop = '', place = '', season = '', currency = '', country = '' } = used
  const { method = 'cash', purpose = 'produce', direction = 'out' } = used
  if (kind === 'payment') return { currency, method, purpose, direction }
  if (kind === 'plot') return { crop, country }
  if (kind === 'party') return {}
  if (kind === 'custody_transfer') return { unit, place }
  return kind === 'harvest' ? { unit, crop, season } : { unit, crop, place }
}

/** What will be saved, very large, to be shown to the farmer. */
function Shown(props: {
  readonly kind: DraftKind
  readonly draft: TypedDraft
  readonly before: Says | undefined
  readonly pictures: number
  readonly facts: FormFacts
}) {
  const { kind, draft, before, pictures, facts } = props
  const { engine, words } = useScreen()
  const { say } = words
  const isWhole = faultsOf(kind, draft, facts, before).length === 0
  if (!isWhole) return <Box kind="bad">{say('field.form.notWhole')}</Box>
  const { figure, who, lines } = told(saysOf(kind, draft, facts, before), engine, words)
  const corners = cornersOf(draft.outline)
  const isUnknown = lines.length > 0 && kind !== 'party' && kind !== 'plot' && kind !== 'payment'
  return (
    <section class="shown">
      <p class="help">{say('field.form.show')}</p>
      <p class="who">{who}</p>
      {figure !== '' && <p class="huge">{figure}</p>}
      <FactList lines={lines} />
      {isUnknown &&
        draft.typed.unit !== 'kg' &&
        !lines.some(([label]) => label === say('field.label.kg')) && (
          <p class="help">{say('field.form.noFactor')}</p>
        )}
      {pictures > 0 && <p class="help">{say('field.photograph.count', { count: pictures })}</p>}
      {corners !== null && corners.length > 3 && crossesItself(corners) && (
        <Box kind="warn">{say('field.plot.crosses')}</Box>
      )}
    </section>
  )
}
