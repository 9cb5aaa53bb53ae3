import { SearchX } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

interface NoPropertiesProps {
  isFiltered: boolean;
  onClear(): void;
  onAdd(): void;
  onImport(): void;
}

export function NoProperties({ isFiltered, onClear, onAdd, onImport }: NoPropertiesProps) {
  if (isFiltered)
    return (
      <EmptyState
        headingLevel={3}
        icon={<SearchX size={28} aria-hidden="true" />}
        title="No properties match"
        text="None of your properties fits this search and status."
        action={
          <Button variant="outlined" onClick={onClear}>
            Clear filters
          </Button>
        }
      />
    );
  return (
    <EmptyState
      headingLevel={3}
      title="No properties yet"
      text="Add your first one, or bring the ones you have from a spreadsheet."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={onAdd}>Add Your First Property</Button>
          <Button variant="outlined" onClick={onImport}>
            Import from CSV
          </Button>
        </div>
      }
    />
  );
}
