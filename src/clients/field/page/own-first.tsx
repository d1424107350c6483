import { useState } from 'preact/hooks'
import { type Choice, OneOf, TextField } from './parts.tsx'
import { useScreen } from './screen.ts'

/** Fields that begin with what the office ticked as the cooperative's own; the rest is behind one tap. */

interface OwnChoiceProps extends Omit<Choice, 'more'> {
  readonly others: Choice['options']
  readonly field: 'crop' | 'unit'
}

export function OwnChoice({ others, field, ...props }: OwnChoiceProps) {
  const [isWhole, setWhole] = useState(false)
  const { say } = useScreen().words
  if (others.length === 0) return <OneOf {...props} />
  // One of the others that was chosen before stays to be seen.
  const also = isWhole ? others : others.filter(([one]) => one === props.value)
  const more = { text: say('field.others', { field }), open: () => setWhole(true) }
  return <OneOf {...props} options={[...props.options, ...also]} {...(isWhole ? {} : { more })} />
}

interface PlaceFieldProps extends Omit<Parameters<typeof TextField>[0], 'type' | 'mode' | 'isBig'> {
  readonly places: readonly string[]
}

export function PlaceField({ places, ...props }: PlaceFieldProps) {
  const { value } = props
  const [isTyped, setTyped] = useState(value !== '' && !places.includes(value))
  const { say } = useScreen().words
  if (isTyped || places.length === 0) return <TextField {...props} />
  const more = { text: say('field.others', { field: 'place' }), open: () => setTyped(true) }
  return <OneOf {...props} isOptional options={places.map((place) => [place, place])} more={more} />
}
