/** Telephone numbers as people write them. */

/**
 * Reads numbers in the form in which they are stored (E.164), from any form in use in the country.
 * @param country ISO 3166-1, such as UG; empty: only numbers with their country are understood
 * @returns a function that throws an Error with what would be right
 */
export async function phoneReader(country: string): Promise<(text: string) => string> {
  // Loaded for the first number: a start need not wait for its tables.
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const local = isSupportedCountry(country) ? { defaultCountry: country } : {}
  return (text) => {
    // However a country dials abroad, no number within one begins with two zeros.
    const asDialled = text.trim().replace(/^00(?=[1-9])/, '+')
    const number = parsePhoneNumberFromString(asDialled, { extract: false, ...local })
    if (number?.isPossible()) return number.number
    if (country === '' && /^\s*0/.test(text))
      throw new Error(
        `"${text}" has no country. Write it as +256772123456, or set GRANARY_COUNTRY to the country of such numbers, such as UG.`,
      )
    throw new Error(`"${text}" is not a phone number. Write it as people dial it, or as +256772123456.`)
  }
}

export const phoneNumber = async (text: string, country: string): Promise<string> =>
  (await phoneReader(country))(text)
