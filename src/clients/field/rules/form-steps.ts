import { type DraftField, type DraftKind, type FormStep, STEPS } from './drafts.ts'

/** The screens of a form, one after the other: of a new record, and of a correction. */

const MASS: readonly DraftField[] = ['weight', 'unit']
/** How much it was, which is corrected most. */
const FIGURE: Partial<Record<DraftKind, readonly DraftField[]>> = {
  delivery: MASS,
  harvest: MASS,
  custody_transfer: MASS,
  payment: ['amount', 'currency'],
}

/** A correction has one screen: it begins with the figure, and the rest is folded below it. Records without a figure have their own. */
export function stepsOf(kind: DraftKind, isCorrection: boolean): readonly FormStep[] {
  const fields = FIGURE[kind]
  if (!isCorrection || fields === undefined) return STEPS[kind]
  const all = STEPS[kind].flatMap((step) => step.fields)
  return [{ fields, folded: all.filter((field) => !fields.includes(field)) }]
}

/** Returns all fields of a screen. */
export const fieldsOf = ({ fields, folded = [] }: FormStep): readonly DraftField[] => [...fields, ...folded]
