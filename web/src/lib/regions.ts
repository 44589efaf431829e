import type { Option } from '@/ui/option'

// ISO 3166-1 alpha-2; the names come from the browser, in the reader's language.
const countryCodes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO ' +
  'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE ' +
  'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
  'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW ' +
  'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM ' +
  'TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'

// The languages publications are usually delivered in; one already stored is kept even when it is not among them.
const publicationLanguages =
  'ar-SA cs-CZ da-DK de-AT de-CH de-DE el-GR en-AU en-CA en-GB en-US es-ES es-MX fi-FI fr-CA fr-CH fr-FR he-IL hu-HU ' +
  'id-ID it-CH it-IT ja-JP ko-KR ms-MY nb-NO nl-NL pl-PL pt-BR pt-PT ro-RO ru-RU sk-SK sv-SE th-TH tr-TR uk-UA vi-VN ' +
  'zh-CN zh-TW'

export interface PublicationLanguage {
  languageCode: string
  countryCode: string
}

export function languageTag({ languageCode, countryCode }: PublicationLanguage): string {
  return `${languageCode}-${countryCode}`
}

export function languageOfTag(tag: string): PublicationLanguage {
  const [languageCode = '', countryCode = ''] = tag.split('-')
  return { languageCode, countryCode }
}

// Browsers call Hong Kong and Macao 中国香港… and 中国澳门…; Chinese operators name all three in the same way.
const otherNames: Record<string, Record<string, string>> = {
  'zh-CN': { TW: '中国台湾', 'zh-TW': '中文（中国台湾）' },
}

export function countryName(code: string, locale: string): string {
  return nameOf('region', code, locale)
}

export function languageName(tag: string, locale: string): string {
  return nameOf('language', tag, locale)
}

/** For narrow columns: `English (US)`. */
export function shortLanguageName(tag: string, locale: string): string {
  return nameOf('language', tag, locale, 'short')
}

/** Every country, and the code that is `stored` already even when it stands for none. */
export function countryOptions(locale: string, stored = ''): Option[] {
  const known = countryCodes.split(' ')
  const codes = stored === '' || known.includes(stored) ? known : [...known, stored]
  return sorted(
    codes.map((value) => ({ value, label: countryName(value, locale) })),
    locale,
  )
}

export function languageOptions(locale: string): Option[] {
  return sorted(
    publicationLanguages.split(' ').map((value) => ({ value, label: languageName(value, locale) })),
    locale,
  )
}

type NameKind = 'region' | 'language'
type NameLength = 'long' | 'short'

// Making one costs far more than asking it, and lists ask hundreds of times.
const speakers = new Map<string, Intl.DisplayNames>()

function speaker(type: NameKind, locale: string, style: NameLength): Intl.DisplayNames {
  const key = `${type} ${locale} ${style}`
  const known =
    speakers.get(key) ?? new Intl.DisplayNames(locale, { type, style, languageDisplay: 'standard' })
  speakers.set(key, known)
  return known
}

function nameOf(type: NameKind, code: string, locale: string, style: NameLength = 'long'): string {
  try {
    return otherNames[locale]?.[code] ?? speaker(type, locale, style).of(code) ?? code
  } catch {
    // A code that is no code at all is shown as it is.
    return code
  }
}

function sorted(options: Option[], locale: string): Option[] {
  const byName = new Intl.Collator(locale)
  return options.sort((a, b) => byName.compare(a.label, b.label))
}
