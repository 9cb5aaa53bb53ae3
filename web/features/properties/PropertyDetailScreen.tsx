import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ApiFailure } from '../../lib/apiClient.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { propertyQuery } from './cards/propertyQuery.ts';
import { DetailSkeleton } from './detail/DetailSkeleton.tsx';
import { PropertyNotFound } from './detail/PropertyNotFound.tsx';
import { PropertyPage } from './detail/PropertyPage.tsx';
import { useGoBack } from './detail/useGoBack.ts';

/** An address without a proper id asks the server nothing. */
const readId = (text: string | undefined) => (/^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : null);

const isUnknown = (error: Error) =>
  error instanceof ApiFailure && (error.status === 404 || error.status === 400);

export function PropertyDetailScreen() {
  const id = readId(useParams().id);
  const { data, error, isPending, refetch } = useQuery({ ...propertyQuery(id ?? 0), enabled: id !== null });
  const isMissing = id === null || (error !== null && isUnknown(error));
  const goBack = useGoBack();
  useTitle(isMissing ? 'Property Not Found' : (data?.title ?? 'Property'));

  if (isMissing) return <PropertyNotFound />;
  // Another listing begins at its own first picture and in its own tab.
  if (data) return <PropertyPage key={data.id} property={data} />;
  if (isPending) return <DetailSkeleton />;
  return (
    <ErrorState
      headingLevel={1}
      title="This property could not be shown"
      message={
        error instanceof ApiFailure ? 'Failed to fetch property details' : 'Failed to load property details'
      }
      onRetry={() => void refetch()}
      action={
        <Button variant="plain" onClick={goBack}>
          Back to Properties
        </Button>
      }
    />
  );
}
