/**
 * What must have happened in some world or other, for their agreement to say anything of it. All of it is the oracle's
 * word, or the expected answer's; none of it is asked of the service.
 */
export const HAPPENINGS = [
  // Inputs, as they stood when the inference was received.
  'an input was read as one’s own',
  'an input was open by a grant',
  'an input was open for one purpose and not for another',
  'an input needed the grants of several',
  'an input was stopped by an objection',
  'an input had a grant that was over or had not begun',
  'an inference was an input by a grant',
  'an input was no party’s to read',
  'an input arrived later',
  'an input was named twice',
  'an input was a party',
  'an input was a harvest',
  'an input was a lot',
  'an input was a delivery',
  'an input was a delivery_confirmation',
  'an input was a custody_transfer',
  'an input was a loss',
  'an input was an obligation',
  'an input was a retraction',
  'a model’s party sent one again',
  'an id was taken',
  'a device was refused',
  'a reader was refused',
  // Whom they are about.
  'all came to be known',
  'not all were known any longer',
  'they were about others then',
  // Reads.
  'read by its asserter',
  'read by whom it is about',
  'read by whom it is about, among others unknown',
  'read by the grant of one',
  'read by the grants of several',
  'read with all inputs',
  'read without some inputs',
  'read with an inference left out',
  'read with an inference among the inputs',
  'read over HTTP by a device',
  'read over HTTP by a reader',
  'refused: no such inference',
  'refused: no grant',
  'refused: objection',
  'refused: an input did not resolve',
  'refused: what it rests on has such an input',
  'refused: a loss about nobody',
  'refused: too deep',
  // What follows.
  'stale: input_retracted',
  'stale: input_forked',
  'stale: input_superseded',
  'stale: inputs_not_followed',
  'stale through another',
  'stale though too deep to follow',
  'flagged: inference_depth_exceeded',
  'flagged: inference_depth_misstated',
  'flagged: inference_input_unresolved',
  // Rights of those in them.
  'objection: stopped',
  'objection: out_of_scope',
  'objection: others_decide',
  'objection: exempt',
  'objection: consent_only',
  'objection: not counted',
  'told to whom it is about',
  'told to whom it is about, among others unknown',
  'told without its asserter',
  'disclosed: own',
  'disclosed: consent',
  'disclosed: consent_of_others',
  'disclosed: printed_for_the_subject',
  // Where none may stand.
  'a record named one',
  'a record under its id was asked for',
  'a batch held one',
] as const
export type Happening = (typeof HAPPENINGS)[number]

export type Tally = Map<Happening, number>

export const add = (tally: Tally, what: Happening, times = 1): void => {
  tally.set(what, (tally.get(what) ?? 0) + times)
}

export const neverHappened = (tally: Tally): Happening[] => HAPPENINGS.filter((what) => !tally.get(what))
