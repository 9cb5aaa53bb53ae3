import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { Check, Download, FilePenLine, Hourglass, Plus, SearchX, Send, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Pagination } from '#shared/contracts/common.ts';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { ASK_AFTER_DAYS } from '#shared/freshness.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import type { PropertyStatus } from '#shared/listing/vocabulary.ts';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeSelect } from '#web/ui/controls/Field.tsx';
import { PillGroup } from '#web/ui/controls/PillGroup.tsx';
import { SearchField } from '#web/ui/controls/SearchField.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { describeFilters, hasFilters, useLastPage, withoutPage } from '#web/ui/list/listState.ts';
import { type Selection, useSelection } from '#web/ui/list/Selection.tsx';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { propertiesInWords } from '../statusWords.ts';
import { type OpenDialog, PropertyDialog, PropertyFormHost } from './PropertyDialogs.tsx';
import {
  type FormRequest,
  type OwnListState,
  ownListSchema,
  statuses,
  useConfirmListings,
  useFormRequest,
  usePublishDrafts,
} from './queries.ts';

interface OwnListProps {
  headingId: string;
  state: OwnListState;
  change(changes: Partial<OwnListState>, options?: { isTyping: boolean }): void;
  openPage(page: number, options?: { isCorrection: boolean }): void;
  query: UseQueryResult<{
    properties: readonly Pick<OwnProperty, 'id' | 'title'>[];
    pagination: Pagination;
    drafts: number;
  }>;
  /** The listings on the screen, where they are whole: the form opens with them. */
  known?: readonly OwnProperty[];
  /** The form opens at the side, over the list. */
  isDrawer?: boolean;
  /** The listings themselves, below the tools; also while they are loading. */
  children(parts: {
    selection: Selection;
    empty: ReactNode;
    openForm(request: FormRequest): void;
    onDelete(property: Pick<OwnProperty, 'id' | 'title'>): void;
  }): ReactNode;
}

export function OwnList(props: OwnListProps) {
  const { headingId, state, change, openPage, query, known = [], isDrawer = false, children } = props;
  const { data, error, isPending, refetch } = query;
  const { form, openForm, closeForm } = useFormRequest();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const selection = useSelection(describeFilters(ownListSchema, state));
  useLastPage(data?.pagination, openPage);
  const acts = { onAdd: () => openForm({ kind: 'create' }), onImport: () => setDialog({ kind: 'import' }) };
  const nothing = { search: '', status: '', to_confirm: '', draft: '' } as const;
  const clear = () => change(nothing);
  // Older answers, shown without a connection, know no drafts.
  const drafts = data?.drafts ?? 0;
  return (
    <section aria-labelledby={headingId}>
      <ListTools
        headingId={headingId}
        state={state}
        total={data?.pagination.total ?? null}
        drafts={drafts}
        onChange={(changes) => change(changes, { isTyping: true })}
        {...acts}
      />
      <RefetchNotice query={query} />
      {!isPending && !data ? (
        <ErrorState
          headingLevel={3}
          message={failureSentence(error, t('Failed to fetch properties'))}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          {data && data.properties.length > 0 && (
            <SelectionBar
              properties={data.properties}
              selection={selection}
              isConfirming={state.to_confirm === '1'}
              isOfDrafts={state.draft === '1'}
              onMark={(status) => setDialog({ kind: 'mark', ids: [...selection.ids], status })}
            />
          )}
          {children({
            selection,
            empty: (
              <NoProperties
                {...{ state, drafts, ...acts }}
                onClear={clear}
                onShowDrafts={() => change({ ...nothing, draft: '1' })}
              />
            ),
            openForm,
            onDelete: (property) => setDialog({ kind: 'delete', property }),
          })}
        </>
      )}
      {form && (
        <PropertyFormHost
          key={JSON.stringify(form)}
          request={form}
          known={known}
          isDrawer={isDrawer}
          onClose={closeForm}
        />
      )}
      {dialog && (
        <PropertyDialog
          dialog={dialog}
          onClose={() => setDialog(null)}
          onGone={(id) => selection.put([id], false)}
          onMarked={selection.clear}
        />
      )}
    </section>
  );
}

const toggleClass = 'px-4 aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary';

const draftsInWords = (count: number) => t('{count, plural, one {# draft} other {# drafts}}', { count });

interface ListToolsProps {
  headingId: string;
  state: OwnListState;
  /** How many match; null while that is not known. */
  total: number | null;
  drafts: number;
  onChange(changes: Partial<OwnListState>): void;
  onAdd(): void;
  onImport(): void;
}

function ListTools({ headingId, state, total, drafts, onChange, onAdd, onImport }: ListToolsProps) {
  const isOfDrafts = state.draft === '1';
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-y-3 gap-x-6 mb-4">
        <div className="flex flex-wrap items-baseline gap-y-0 gap-x-3 max-md:w-full max-md:max-w-none">
          <h2 id={headingId}>{t('My Properties')}</h2>
          <p className="text-muted tabular-nums" role="status">
            {total !== null && (isOfDrafts ? draftsInWords(total) : propertiesInWords(total))}
          </p>
        </div>
        <div className="flex flex-wrap gap-3 max-md:w-full max-md:max-w-none max-md:grid max-md:grid-cols-2">
          <Button variant="outlined" onClick={onImport}>
            <Upload size={18} />
            {t('Import CSV')}
          </Button>
          <ExportCsvButton state={state} isDisabled={!total || isOfDrafts} />
          <Button className="max-md:col-span-full max-md:order-first" onClick={onAdd}>
            <Plus size={18} />
            {t('Add New Property')}
          </Button>
        </div>
      </header>
      <div className="flex flex-wrap gap-3 mb-3">
        <SearchField
          label={t('Search my properties')}
          placeholder={t('Search by title, address, reference or #number')}
          value={state.search}
          onSearch={(search) => onChange({ search })}
          className="flex-[1_1_18rem] max-w-112 max-md:w-full max-md:max-w-none max-md:flex-[1_1_100%]"
        />
        <NativeSelect
          label={t('Status')}
          isLabelHidden
          value={state.status}
          options={[{ value: '' as const, label: t('All statuses') }, ...optionsOf(propertyStatusLabel)]}
          onChange={(status) => onChange({ status, draft: '' })}
          className="flex-[0_0_11rem] max-md:flex-[1_1_50%]"
        />
        <Button
          variant="outlined"
          className={toggleClass}
          aria-pressed={state.to_confirm === '1'}
          onClick={() => onChange({ to_confirm: state.to_confirm === '1' ? '' : '1', draft: '' })}
        >
          <Hourglass size={17} aria-hidden="true" />
          {t('Still available?')}
        </Button>
        {(drafts > 0 || isOfDrafts) && (
          <Button
            variant="outlined"
            className={toggleClass}
            aria-pressed={isOfDrafts}
            onClick={() => onChange({ draft: isOfDrafts ? '' : '1', status: '', to_confirm: '' })}
          >
            <FilePenLine size={17} aria-hidden="true" />
            {t('Drafts ({count})', { count: drafts })}
          </Button>
        )}
      </div>
    </>
  );
}

interface NoPropertiesProps extends Pick<ListToolsProps, 'state' | 'drafts' | 'onAdd' | 'onImport'> {
  onClear(): void;
  onShowDrafts(): void;
}

function NoProperties(props: NoPropertiesProps) {
  const { state, drafts, onClear, onShowDrafts, onAdd, onImport } = props;
  const clearButton = (label: string) => (
    <Button variant="outlined" onClick={onClear}>
      {label}
    </Button>
  );
  if (state.to_confirm && state.search === '' && state.status === '')
    return (
      <EmptyState
        headingLevel={3}
        icon={<Check size={28} />}
        title={t('Nothing to confirm')}
        text={t('You confirmed or updated each of your available properties in the last {days} days.', {
          days: ASK_AFTER_DAYS,
        })}
        action={clearButton(t('Show all properties'))}
      />
    );
  if (state.draft && state.search === '')
    return (
      <EmptyState
        headingLevel={3}
        icon={<FilePenLine size={28} />}
        title={t('No drafts')}
        text={t('Listings that you save unfinished wait here until you publish them. Only you see them.')}
        action={clearButton(t('Show all properties'))}
      />
    );
  if (hasFilters(ownListSchema, state))
    return (
      <EmptyState
        headingLevel={3}
        icon={<SearchX size={28} />}
        title={t('No properties match')}
        text={t('None of your properties match this search and status.')}
        action={clearButton(t('Clear filters'))}
      />
    );
  return (
    <EmptyState
      headingLevel={3}
      title={t('No properties yet')}
      text={t('Add your first one, or import your listings from a spreadsheet.')}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={onAdd}>{t('Add Your First Property')}</Button>
          {drafts > 0 && (
            <Button variant="outlined" onClick={onShowDrafts}>
              {t('Continue a Draft')}
            </Button>
          )}
          <Button variant="outlined" onClick={onImport}>
            {t('Import from CSV')}
          </Button>
        </div>
      }
    />
  );
}

function ExportCsvButton({ state, isDisabled }: { state: OwnListState; isDisabled: boolean }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadFile('propertyTool.export', { query: withoutPage(state) }),
    onError: (error) => showToast(failureSentence(error, t('Failed to export properties')), 'error'),
  });
  return (
    <Button variant="outlined" disabled={isDisabled || isPending} onClick={() => mutate()}>
      <Download size={18} />
      {isPending ? t('Exporting...') : t('Export CSV')}
    </Button>
  );
}

interface SelectionBarProps {
  properties: readonly Pick<OwnProperty, 'id' | 'title'>[];
  selection: Selection;
  /** Whether the list shows the listings that wait for a confirmation of their availability. */
  isConfirming: boolean;
  isOfDrafts: boolean;
  onMark(status: PropertyStatus): void;
}

/** While cards further down are chosen. */
const inSight =
  'sticky z-3 top-[calc(var(--s-header-height)_+_0.5rem)] border-primary/35 bg-surface shadow-lg max-lg:pb-2';

function SelectionBar({ properties, selection, isConfirming, isOfDrafts, onMark }: SelectionBarProps) {
  const { ids, put, clear } = selection;
  const { mutateAsync: confirm, isPending } = useConfirmListings();
  const { mutateAsync: publish, isPending: isPublishing } = usePublishDrafts();
  const publishChosen = () =>
    publish([...ids]).then(
      (answer) => put(answer?.published ?? [...ids], false),
      () => undefined,
    );
  const confirmChosen = () => {
    const titleOf = (id: number) => properties.find((property) => property.id === id)?.title ?? `#${id}`;
    const chosen = [...ids].map((id) => ({ id, title: titleOf(id) }));
    return confirm(chosen).then(clear, () => undefined);
  };
  const allIds = properties.map(({ id }) => id);
  const chosenHere = allIds.filter((id) => ids.has(id)).length;
  const isAll = chosenHere === allIds.length;
  const place = ids.size > 0 ? inSight : 'border-transparent max-lg:px-0';
  return (
    <div className={`flex flex-wrap items-center gap-x-4 min-h-13 mb-3 py-0.75 px-3 border rounded-md ${place}`}>
      <label className="inline-flex items-center gap-2 min-h-11 font-semibold cursor-pointer">
        <input
          ref={(box) => {
            if (box) box.indeterminate = chosenHere > 0 && !isAll;
          }}
          type="checkbox"
          className="w-5 h-5 m-0 cursor-pointer"
          checked={isAll}
          onChange={() => put(allIds, !isAll)}
        />
        {t('Select page')}
      </label>
      <span className="text-muted tabular-nums" role="status">
        {ids.size > 0 && t('{count} selected', { count: ids.size })}
      </span>
      {ids.size > 0 && (
        <>
          {isConfirming && (
            <Button size="small" disabled={isPending} onClick={() => void confirmChosen()}>
              <Check size={16} aria-hidden="true" />
              {t('Still available')}
            </Button>
          )}
          {isOfDrafts ? (
            <Button
              size="small"
              className="lg:ml-auto"
              disabled={isPublishing}
              onClick={() => void publishChosen()}
            >
              <Send size={16} aria-hidden="true" />
              {t('Publish')}
            </Button>
          ) : (
            <PillGroup
              legend={t('Mark as')}
              className="lg:ml-auto max-lg:order-1 max-lg:w-full max-lg:[&_button]:flex-auto max-lg:[&_button]:px-2 max-lg:[&_legend]:w-full"
              pills={statuses.map((id) => ({ id, label: t(propertyStatusLabel[id]) }))}
              onPress={onMark}
            />
          )}
          <Button variant="plain" className="max-lg:ml-auto" aria-label={t('Clear selection')} onClick={clear}>
            {t('Clear')}
          </Button>
        </>
      )}
    </div>
  );
}
