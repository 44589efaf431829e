import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { File, InfoCode, ModuleOptions } from '@/api/types'
import { ModulePicker } from '@/lib/library/ModulePicker'
import { RadioGroup } from '@/ui/RadioGroup'
import { Select } from '@/ui/Select'
import { type NewModuleForm, readCode } from './newModule'

interface OriginFieldsProps {
  form: UseFormReturn<NewModuleForm>
  options: ModuleOptions
  infoCodes: readonly InfoCode[]
  manualPath: string
}

/** Where the text of a new module comes from, and of which type it is. */
export function OriginFields({ form, options, infoCodes, manualPath }: OriginFieldsProps) {
  const { t } = useTranslation()
  const [from, copyOf] = form.watch(['from', 'copyOf'])
  const begin = (value: string) => {
    form.setValue('from', value === 'copy' ? 'copy' : 'template', { shouldDirty: true })
    form.setValue('kind', 'module')
    form.setValue('extension', '')
  }
  const copy = (file: File) => {
    const code = readCode(file.code)
    form.reset(
      {
        ...form.getValues(),
        ...code,
        kind: 'module',
        copyOf: file.path,
        language: file.language,
        techName: file.techName,
        infoName: file.infoName,
      },
      { keepDefaultValues: true },
    )
  }
  return (
    <>
      <RadioGroup
        legend={t('modules.new.from')}
        inline
        options={(['template', 'copy'] as const).map((value) => ({
          value,
          label: t(`modules.new.fromChoice.${value}`),
        }))}
        value={from}
        onChange={begin}
      />
      {from === 'template' ? (
        <TemplateFields form={form} options={options} infoCodes={infoCodes} />
      ) : (
        <>
          <ModulePicker
            manualPath={manualPath}
            label={t('modules.new.copyOf')}
            value={copyOf}
            onChange={copy}
          />
          {options.extensions.length > 0 && (
            <Select
              label={t('modules.new.extension')}
              hint={t('modules.new.extensionHint')}
              options={[
                { value: '', label: t('modules.new.noExtension') },
                ...options.extensions.map(({ profile, producer, code }) => ({
                  value: `${producer} ${code}`,
                  label: `${profile} (${producer}-${code})`,
                })),
              ]}
              {...form.register('extension')}
            />
          )}
        </>
      )}
    </>
  )
}

interface TemplateFieldsProps {
  form: UseFormReturn<NewModuleForm>
  options: ModuleOptions
  infoCodes: readonly InfoCode[]
}

function TemplateFields({ form, options, infoCodes }: TemplateFieldsProps) {
  const { t } = useTranslation()
  const [kind, issue, infoCode] = form.watch(['kind', 'issue', 'infoCode'])
  const { errors } = form.formState
  const nameOf = (code: string) => infoCodes.find((each) => each.infoCode === code)?.name ?? ''
  const templates = options.templates.filter(
    // A container is made from its alternates, and a publication is chosen above.
    ({ contentType, issues }) =>
      contentType !== 'container' && contentType !== 'pm' && issues.includes(issue),
  )
  const chooseCode = (code: string) => {
    const before = nameOf(infoCode)
    const usual = infoCodes.find((each) => each.infoCode === code)?.contentType
    form.setValue('infoCode', code, { shouldDirty: true })
    form.setValue('infoVariant', 'A')
    if (templates.some(({ contentType }) => contentType === usual)) form.setValue('contentType', usual ?? '')
    // A name that was typed stays.
    if (['', before].includes(form.getValues('infoName'))) form.setValue('infoName', nameOf(code))
  }
  return (
    <>
      <RadioGroup
        legend={t('modules.new.kind')}
        inline
        options={(['module', 'publication'] as const).map((value) => ({
          value,
          label: t(`modules.new.kindChoice.${value}`),
        }))}
        value={kind}
        onChange={(value) => form.setValue('kind', value === 'publication' ? 'publication' : 'module')}
      />
      <div className="nm-row">
        {kind === 'module' && (
          <>
            <Select
              label={t('modules.new.infoCode')}
              options={infoCodes.map(({ infoCode: value, name }) => ({ value, label: `${value} ${name}` }))}
              value={infoCode}
              onChange={({ target }) => chooseCode(target.value)}
            />
            <Select
              label={t('modules.new.contentType')}
              error={errors.contentType?.message}
              options={templates.map(({ contentType, name, replaced }) => ({
                value: contentType,
                label: replaced ? t('modules.new.ownTemplate', { name }) : name,
              }))}
              {...form.register('contentType')}
            />
          </>
        )}
        <Select
          label={t('modules.new.issue')}
          error={errors.issue?.message}
          options={options.issues.map((value) => ({ value, label: value.replace('-', '.') }))}
          {...form.register('issue')}
        />
      </div>
    </>
  )
}
