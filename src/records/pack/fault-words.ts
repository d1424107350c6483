/** What is wrong with an origin or a plot, and what to do about it, in words for the office. */

interface Words {
  readonly means: string
  readonly remedy: string
}

const WORDS: Readonly<Record<string, Words>> = {
  superseded: {
    means: 'The lot was corrected since; this is an earlier version of it.',
    remedy: 'Make the pack for the newest version of the lot.',
  },
  forked: {
    means: 'Two corrections of the record contradict each other, so what came from it counts as unknown.',
    remedy: 'Take back the wrong correction.',
  },
  retracted: {
    means: 'The record was taken back, so what came from it counts as unknown.',
    remedy: 'Correct the lot so that it draws on the right record.',
  },
  reference_unresolved: {
    means: 'The lot states an input that is not here, or that the author of the lot may not read.',
    remedy: 'Enter the missing delivery, or correct the inputs of the lot.',
  },
  plot_unresolved: {
    means: 'The record names a plot that is not found, or whose statements contradict each other.',
    remedy: 'Import or enter the plot, or correct the plots that the record names.',
  },
  plot_missing: {
    means: 'The record names no plot, and none is known of its holder with this crop.',
    remedy: "Import the member's plots, or name the plots in the record.",
  },
  mass_unknown: {
    means: 'The mass of the record in kilograms is not known.',
    remedy: 'Correct its quantity, or add a conversion for its unit.',
  },
  input_overdrawn: {
    means: 'Lots drew more from the record than it had.',
    remedy: 'Correct the inputs of the lots, or the weight of the record.',
  },
  mass_balance_discrepancy: {
    means: 'The lot has more than went into it.',
    remedy: 'Correct the weight of the lot, or add the inputs that are missing.',
  },
  circular: {
    means: 'The lot draws on itself, directly or through other lots.',
    remedy: 'Correct the inputs of the lots.',
  },
  too_deep: {
    means: 'The lot is made of lots of lots, more than 16 deep; what came from deeper ones is unknown.',
    remedy: 'Make packs for the lots it is made of.',
  },
  too_many: {
    means: 'More than 10,000 records lie behind the lot; the rest is unknown.',
    remedy: 'Make packs for the lots it is made of.',
  },
  changed_meanwhile: {
    means:
      'Records behind the lot changed while its origin was worked out, so the figures may be of two moments.',
    remedy: 'Make the pack again.',
  },
  geometry_missing: {
    means: 'The plot has neither an outline nor a point, so it is not in the files.',
    remedy: 'Walk its boundary with a phone and import it, or correct the plot.',
  },
  geometry_invalid: {
    means: 'The outline of the plot cannot be drawn or crosses itself, so it is not in the files.',
    remedy: 'Draw or walk the boundary again, and correct the plot.',
  },
  geometry_too_coarse: {
    means: 'The place of the plot is given with fewer than six decimals.',
    remedy: 'Measure it again with a device that gives six decimals, and correct the plot.',
  },
  polygon_required: {
    means: 'The plot is larger than four hectares and has only a point.',
    remedy: 'Walk its boundary, and correct the plot with the outline.',
  },
  area_mismatch: {
    means: 'The stated size of the plot is not above zero, or more than a tenth off from its outline.',
    remedy: 'Correct the size or the outline, whichever is wrong.',
  },
  plots_overlap: {
    means: 'The plot overlaps the plot of another holder.',
    remedy: 'Ask both members where the boundary is, and correct the plot that is drawn wrongly.',
  },
  hole: {
    means:
      'The outline has a hole. The information system of the European Union refuses files with such outlines.',
    remedy: 'Correct the plot: divide it into parts without holes (a MultiPolygon).',
  },
  area_missing: {
    means: 'The plot is a point without a size, so nothing shows that it has no more than four hectares.',
    remedy: 'Correct the plot with its size in hectares.',
  },
}

/** Returns the words for a fault. A code newer than these words is shown as it is. */
export const faultWords = (code: string): Words =>
  WORDS[code] ?? {
    means: `The service reports "${code}".`,
    remedy: 'The list of flags says what it means: granary registry list flags.',
  }
