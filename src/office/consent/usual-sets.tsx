import type { ComponentChildren } from 'preact'
import { keysOf } from '../../base/typed.ts'
import { seen } from '../../consent/consent-words.ts'
import type { GrantableType } from '../../domain/types/index.ts'
import type { Filled } from '../frame/form.tsx'
import { useWords } from '../frame/reader.tsx'

/**
 * What people are usually asked to agree to: a purpose with what it needs. None is chosen for them; what is chosen is read out
 * like any other consent.
 */
const USUAL_SETS = {
  loan: {
    purpose: 'credit_assessment',
    types: [
      'party',
      'delivery',
      'delivery_confirmation',
      'obligation',
      'obligation_confirmation',
      'payment',
      'payment_confirmation',
    ],
  },
  buyer: {
    purpose: 'buyer_traceability',
    types: ['party', 'plot', 'harvest', 'delivery', 'lot', 'custody_transfer'],
  },
  certifier: {
    purpose: 'certification_audit',
    types: ['party', 'plot', 'harvest', 'delivery'],
  },
} as const satisfies Readonly<Record<string, UsualSet>>

interface UsualSet {
  readonly purpose: string
  readonly types: readonly GrantableType[]
}

const SET_NAMES = keysOf(USUAL_SETS)

/** The field with the name of the set. */
export const SET_FIELD = 'set'

/** Returns the set that a form names; null if the form has its own purpose and types. */
export const setIn = (values: Filled['values']): UsualSet | null => {
  const name = SET_NAMES.find((one) => one === values[SET_FIELD])
  return name === undefined ? null : USUAL_SETS[name]
}

interface ChoiceProps {
  readonly filled: Filled
  /** Whether fields of the own choice are filled in, or have faults. */
  readonly isOwn: boolean
  /** The fields of an own choice. */
  readonly children: ComponentChildren
}

/** The usual sets, and all purposes and types folded. */
export function WhatToOpen({ filled, isOwn, children }: ChoiceProps) {
  const words = useWords()
  const { say } = words
  const fault = filled.faults[SET_FIELD]
  return (
    <>
      <fieldset class="sets" aria-describedby={fault === undefined ? undefined : 'set-fault'}>
        <legend>{say('grant.set')}</legend>
        {SET_NAMES.map((name) => (
          <div>
            <label class="box-label">
              <input
                type="radio"
                name={SET_FIELD}
                value={name}
                checked={filled.values[SET_FIELD] === name}
                aria-describedby={`set-${name}`}
              />
              {say(`grant.set.${name}`)}
            </label>
            <p class="help" id={`set-${name}`}>
              {seen(words, USUAL_SETS[name].types)}
            </p>
          </div>
        ))}
        <label class="box-label">
          <input
            type="radio"
            name={SET_FIELD}
            value="own"
            checked={filled.values[SET_FIELD] === 'own' || (isOwn && setIn(filled.values) === null)}
          />
          {say('grant.set.own')}
        </label>
        {fault !== undefined && (
          <p class="fault" id="set-fault">
            {fault}
          </p>
        )}
      </fieldset>
      <details open={isOwn}>
        <summary>{say('grant.setOwn')}</summary>
        {children}
      </details>
    </>
  )
}
