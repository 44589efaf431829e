import { useMutation } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type CodeStep, findNextCode } from '@/api/modules'
import type { CodeOffer, ModuleOptions } from '@/api/types'
import { currentLanguage, languages } from '@/lib/i18n'
import { languageName } from '@/lib/regions'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Code } from '@/ui/Code'
import { Field } from '@/ui/Field'
import { Notice } from '@/ui/Notice'
import { Select } from '@/ui/Select'
import { codeFields, isWholeName, type NewModuleForm, readCode, readPublicationCode } from './newModule'

interface CodeFieldsProps {
  form: UseFormReturn<NewModuleForm>
  options: ModuleOptions
  manualPath: string
  /** The name that the fields make up. */
  name: string
  /** Whether its code is free; undefined until that is known. */
  offer: CodeOffer | undefined
}

const lengths = {
  model: 14,
  difference: 4,
  system: 3,
  subSystem: 1,
  subSubSystem: 1,
  assembly: 4,
  disassembly: 2,
  disassemblyVariant: 3,
  infoCode: 3,
  infoVariant: 1,
  location: 1,
} as const

/** The code and the language of a new module. */
export function CodeFields({ form, options, manualPath, name, offer }: CodeFieldsProps) {
  const { t } = useTranslation()
  const [kind, language] = form.watch(['kind', 'language'])
  const { errors } = form.formState
  const next = useMutation({ mutationFn: (step: CodeStep) => findNextCode(manualPath, name, step) })
  const offerNext = (step: CodeStep) =>
    next.mutate(step, {
      onSuccess: (found) => take(found.name),
      onError: showProblem,
    })
  const take = (free: string | undefined) => {
    const written = free?.replace(/_[a-z]{2,3}-[A-Z]{2}$/, '') ?? ''
    const number = readPublicationCode(written)?.number
    if (number !== undefined) form.setValue('number', number, { shouldDirty: true })
    const code = readCode(written)
    if (code) for (const field of codeFields) form.setValue(field, code[field], { shouldDirty: true })
    form.clearErrors(['assembly', 'number'])
  }
  const offered = [...new Set([...options.languages, ...languages])]
  return (
    <fieldset className="nm-code">
      <legend className="form-label">{t('modules.new.code')}</legend>
      {kind === 'module' ? (
        <>
          {options.subjects.length > 0 && <SubjectSelect form={form} options={options} />}
          <div className="nm-parts">
            {codeFields.map((field) => (
              <Field
                key={field}
                label={t(`modules.code.${field}`)}
                maxLength={lengths[field]}
                autoCapitalize="characters"
                spellCheck={false}
                error={errors[field]?.message}
                {...form.register(field)}
              />
            ))}
          </div>
          <div className="nm-row">
            <Button
              size="sm"
              busy={next.isPending}
              disabledReason={isWholeName(name) ? undefined : t('modules.new.codeMissing')}
              onClick={() => offerNext('assembly')}
            >
              {t('modules.new.nextAssembly')}
            </Button>
            <Button
              size="sm"
              busy={next.isPending}
              disabledReason={isWholeName(name) ? undefined : t('modules.new.codeMissing')}
              onClick={() => offerNext('variant')}
            >
              {t('modules.new.nextFree')}
            </Button>
          </div>
        </>
      ) : (
        <div className="nm-parts">
          {(['model', 'issuer', 'number', 'volume'] as const).map((field) => (
            <Field
              key={field}
              label={t(`modules.code.${field}`)}
              autoCapitalize="characters"
              spellCheck={false}
              error={errors[field]?.message}
              {...form.register(field)}
            />
          ))}
        </div>
      )}
      <Select
        label={t('modules.new.language')}
        options={offered.map((value) => ({
          value,
          label: `${languageName(value, currentLanguage())} (${value})`,
        }))}
        value={language}
        onChange={({ target }) => form.setValue('language', target.value, { shouldDirty: true })}
      />
      <p className="nm-name" role="status">
        <Code>{name}</Code>
      </p>
      {offer?.taken && (
        <Notice tone="warning" title={t('modules.new.taken')}>
          {offer.name && (
            <Button size="sm" onClick={() => take(offer.name)}>
              {t('modules.new.takeFree', { name: offer.name })}
            </Button>
          )}
        </Notice>
      )}
    </fieldset>
  )
}

/** A subject of the manual, whose codes are taken over. */
function SubjectSelect({ form, options }: Pick<CodeFieldsProps, 'form' | 'options'>) {
  const { t } = useTranslation()
  const [system, sub, subSub, assembly] = form.watch(['system', 'subSystem', 'subSubSystem', 'assembly'])
  const keyOf = (parts: readonly string[]) => parts.join('-')
  const current = keyOf([system, sub, subSub, assembly])
  const subjects = options.subjects.map((subject) => {
    const parts = [subject.systemCode, subject.subSystemCode, subject.subSubSystemCode, subject.assyCode]
    const label = t('modules.new.subjectOption', {
      code: `${subject.systemCode}-${subject.subSystemCode}${subject.subSubSystemCode}-${subject.assyCode}`,
      count: subject.modules,
    })
    return { value: keyOf(parts), label }
  })
  const isKnown = subjects.some(({ value }) => value === current)
  const choose = (key: string) => {
    const [newSystem = '', newSub = '', newSubSub = '', newAssembly = ''] = key.split('-')
    form.setValue('system', newSystem, { shouldDirty: true })
    form.setValue('subSystem', newSub)
    form.setValue('subSubSystem', newSubSub)
    form.setValue('assembly', newAssembly)
  }
  return (
    <Select
      label={t('modules.new.subject')}
      options={isKnown ? subjects : [{ value: current, label: t('modules.new.otherSubject') }, ...subjects]}
      value={current}
      onChange={({ target }) => choose(target.value)}
    />
  )
}
