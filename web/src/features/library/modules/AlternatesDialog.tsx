import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestCalls } from '@/api/changeRequests'
import { useEditingRules } from '@/api/editing'
import { modulesQuery, referencesQuery } from '@/api/library'
import { addAlternate, removeAlternate } from '@/api/modules'
import { ApiProblem } from '@/api/problem'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { RequestSelect, useProposedRequest } from '@/lib/changeRequests/RequestSelect'
import { ModulePicker } from '@/lib/library/ModulePicker'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { IconButton } from '@/ui/IconButton'
import { showToast } from '@/ui/toasts'
import './newModule.css'

interface AlternatesDialogProps {
  /** The path of the container. */
  path: string
  title: string
  onClose: () => void
}

/** Lists modules in a container and removes them; each change is a version of the container. */
export function AlternatesDialog({ path, title, onClose }: AlternatesDialogProps) {
  const { t } = useTranslation()
  const me = useMe()
  const isCommentRequired = useEditingRules(can.editContent(me))?.commentRequired ?? false
  const listed = useQuery(referencesQuery(path, {}))
  const [chosen, setChosen] = useState<string>()
  const [comment, setComment] = useState('')
  const proposal = useProposedRequest(requestCalls, path)
  const [picked, setPicked] = useState<string>()
  const [shares, setShares] = useState(false)
  const request = picked ?? (proposal.state === 'known' ? (proposal.request?.id ?? '') : undefined)
  const change = useMutation({
    mutationFn: ({ alternate, isAdded }: { alternate: string; isAdded: boolean }) =>
      (isAdded ? addAlternate : removeAlternate)(path, alternate, {
        comment: comment.trim(),
        changeRequestId: request || undefined,
        shareModule: shares || undefined,
      }),
    onSuccess: (_, { isAdded }) => {
      showToast({
        tone: 'success',
        text: t(isAdded ? 'modules.alternates.added' : 'modules.alternates.removed'),
      })
      setChosen(undefined)
    },
  })
  const noComment = isCommentRequired && comment.trim() === '' ? t('modules.commentMissing') : undefined
  const noRequest =
    request === undefined
      ? t(`changeRequests.checkIn.${proposal.state === 'loading' ? 'loading' : 'choose'}`)
      : undefined
  const isUnready = noComment ?? noRequest
  const manualPath = path.split('/').slice(0, 3).join('/')
  // A module that is missing is named by the path that it would have.
  const alternates = (listed.data?.references ?? [])
    .filter(({ kind }) => kind === 'alternate')
    .map(({ key, title: name, path: found, resolved }) => ({
      key,
      name: name || key,
      path: found ?? `${manualPath}/${key}.XML`,
      isMissing: !resolved,
    }))
  return (
    <Dialog
      title={t('modules.alternates.title', { name: title })}
      size="lg"
      busy={change.isPending}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <FormProblem>{change.error?.message}</FormProblem>
      <QueryFrame query={listed} failedTitle={t('library.modulesFailed')}>
        {() => (
          <ul className="nm-alternates" aria-label={t('library.alternatesOf', { name: title })}>
            {alternates.map((alternate) => (
              <li key={alternate.key}>
                <span>
                  {alternate.name} {alternate.name !== alternate.key && <Code>{alternate.key}</Code>}{' '}
                  {alternate.isMissing && (
                    <Chip tone="warning" icon="warning">
                      {t('library.dangling')}
                    </Chip>
                  )}
                </span>
                <IconButton
                  icon="trash"
                  label={t('modules.alternates.remove', { name: alternate.name })}
                  disabledReason={alternates.length === 1 ? t('modules.alternates.last') : isUnready}
                  onClick={() => change.mutate({ alternate: alternate.path, isAdded: false })}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryFrame>
      <ModulePicker
        find={modulesQuery}
        manualPath={manualPath}
        label={t('modules.alternates.choose')}
        value={chosen}
        onChange={(file) => setChosen(file.path)}
        without={[path, ...alternates.map((alternate) => alternate.path)]}
      />
      <Field
        label={t('modules.comment')}
        required={isCommentRequired}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
      />
      <RequestSelect
        calls={requestCalls}
        manualPath={manualPath}
        value={request}
        onChange={setPicked}
        proposed={proposal.request}
        isTaken={change.error instanceof ApiProblem && change.error.code === 'change_request.module_taken'}
        shares={shares}
        onShare={setShares}
      />
      <Button
        variant="primary"
        icon="add"
        busy={change.isPending}
        disabledReason={chosen === undefined ? t('modules.alternates.chooseFirst') : isUnready}
        onClick={() => chosen !== undefined && change.mutate({ alternate: chosen, isAdded: true })}
      >
        {t('modules.alternates.add')}
      </Button>
    </Dialog>
  )
}
