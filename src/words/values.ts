/** Values with a format of their own. */

export interface Quantity {
  readonly value: number
  readonly unit: string
  readonly label?: string
}

export interface Money {
  readonly amount_minor: number
  readonly currency: string
}
