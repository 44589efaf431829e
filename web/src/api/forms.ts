import { answer, api } from '@/api/http'
import { inVault } from '@/api/library'
import type {
  ApplicabilityChange,
  DispatchItemChange,
  EditedApplicability,
  EditedDispatch,
  EditedGraphic,
  EditedMetadata,
  EditedReference,
  GraphicChange,
  MetadataChange,
  ReferenceChange,
} from '@/api/types'

/** The draft that a form is about: nothing is stored by these calls. */
export interface FormDraft {
  path: string
  tab: string
  text: string
}

const paramsOf = ({ path, tab }: FormDraft) => ({ path: { path }, query: { tab } })

/** The metadata of a text; with a change the edits that make it. */
export const editMetadata = (draft: FormDraft, change?: MetadataChange): Promise<EditedMetadata> =>
  answer(
    api.POST('/drafts/metadata/default{path}', {
      ...inVault,
      params: paramsOf(draft),
      body: { text: draft.text, change },
    }),
  )

/** The applicability of a module, or of the element that begins at a position; with a change the edits that make it. */
export const editApplicability = (
  draft: FormDraft,
  position: number | undefined,
  change?: ApplicabilityChange,
): Promise<EditedApplicability> =>
  answer(
    api.POST('/drafts/applicability/default{path}', {
      ...inVault,
      params: paramsOf(draft),
      body: { text: draft.text, position, change },
    }),
  )

/** The reference at a position, and the elements of `other`, a module; with a change the edits that write a reference. */
export const editReference = (
  draft: FormDraft,
  asked: { position: number; other?: string; change?: ReferenceChange },
): Promise<EditedReference> =>
  answer(
    api.POST('/drafts/references/default{path}', {
      ...inVault,
      params: paramsOf(draft),
      body: { text: draft.text, ...asked },
    }),
  )

/** The graphics at a position; with a change the edits that make one show another file. */
export const editGraphic = (
  draft: FormDraft,
  position: number,
  change?: GraphicChange,
): Promise<EditedGraphic> =>
  answer(
    api.POST('/drafts/graphics/default{path}', {
      ...inVault,
      params: paramsOf(draft),
      body: { text: draft.text, position, change },
    }),
  )

/** The MEL item of a text, compared with that of the OEM; with a change the edits that make it. */
export const editDispatchItem = (draft: FormDraft, change?: DispatchItemChange): Promise<EditedDispatch> =>
  answer(
    api.POST('/drafts/dispatchItem/default{path}', {
      ...inVault,
      params: paramsOf(draft),
      body: { text: draft.text, change },
    }),
  )
