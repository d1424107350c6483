/** Telephone numbers as people write them. */

/**
 * A number in the form in which it is stored (E.164), from any form in use in the country.
 * @param country ISO 3166-1, such as UG; empty: only numbers with their country are understood
 * @throws {Error} with what would be right
 */
export async function phoneNumber(text: string, country: string): Promise<string> {
  // Loaded for the first number: a start need not wait for its tables.
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const local = isSupportedCountry(country) ? { defaultCountry: country } : {}
  // However a country dials abroad, no number within one begins with two zeros.
  const number = parsePhoneNumberFromString(text.trim().replace(/^00(?=[1-9])/, '+'), {
    extract: false,
    ...local,
  })
  if (number?.isPossible()) return number.number
  if (country === '' && /^\s*0/.test(text))
    throw new Error(
      `"${text}" has no country. Write it as +256772123456, or set GRANARY_COUNTRY to the country of such numbers, such as UG.`,
    )
  throw new Error(`"${text}" is not a phone number. Write it as people dial it, or as +256772123456.`)
}
