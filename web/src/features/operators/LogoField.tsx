import { type ChangeEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'
import { FieldFrame } from '@/ui/FieldFrame'
import { Icon } from '@/ui/Icon'

interface LogoFieldProps {
  /** A data URL, '' for none. */
  value: string
  onChange: (value: string) => void
  error?: string
  /** Media types that are accepted; with the hint and the message of refusal that name them. */
  types?: readonly string[]
  hint?: string
  wrongType?: string
}

const pictureTypes: readonly string[] = ['image/png', 'image/jpeg']
const endings = new Map([
  ['image/png', ['.png']],
  ['image/jpeg', ['.jpg', '.jpeg']],
  ['image/svg+xml', ['.svg']],
])
const endingsOf = (type: string) => endings.get(type) ?? []
const maxBytes = 128 * 1024

export function LogoField({ value, onChange, error, types = pictureTypes, hint, wrongType }: LogoFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Cleared so that choosing the same file again is noticed.
    event.target.value = ''
    if (!file) return
    const type = typeOf(file, types)
    if (type === undefined) return setRefused(wrongType ?? t('operators.logo.wrongType'))
    if (file.size > maxBytes) return setRefused(t('operators.logo.tooLarge'))
    setRefused(undefined)
    onChange(await dataUrlOf(new File([file], file.name, { type })))
  }

  return (
    <FieldFrame
      label={t('operators.logo.label')}
      hint={hint ?? t('operators.logo.hint')}
      error={refused ?? error}
    >
      {(control) => (
        <div className="d-flex flex-wrap align-items-center gap-3">
          <LogoPreview logo={value} alt={t('operators.logo.preview')} />
          <input
            {...control}
            ref={input}
            type="file"
            accept={[...types, ...types.flatMap(endingsOf)].join(',')}
            className="visually-hidden"
            tabIndex={-1}
            onChange={choose}
          />
          <div className="d-flex flex-wrap gap-2">
            <Button icon="import" onClick={() => input.current?.click()}>
              {t('operators.logo.choose')}
            </Button>
            {value !== '' && (
              <Button variant="ghost" icon="trash" onClick={() => onChange('')}>
                {t('operators.logo.remove')}
              </Button>
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  )
}

export function LogoPreview({ logo, alt, small = false }: { logo: string; alt: string; small?: boolean }) {
  return (
    <span className={small ? 'op-logo op-logo-sm' : 'op-logo'}>
      {logo === '' ? <Icon name="operator" size="lg" /> : <img src={logo} alt={alt} />}
    </span>
  )
}

/** The media type of a file; its name tells it on systems that do not know the type. */
function typeOf(file: File, types: readonly string[]): string | undefined {
  const name = file.name.toLowerCase()
  const hasEnding = (type: string) => endingsOf(type).some((ending) => name.endsWith(ending))
  return types.find((type) => (file.type === '' ? hasEnding(type) : file.type === type))
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => (typeof reader.result === 'string' ? resolve(reader.result) : reject(reader.error))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
