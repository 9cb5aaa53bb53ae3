import { Button } from 'antd';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import styles from './PropertyNotFound.module.css';
import { useGoBack } from './useGoBack.ts';

export function PropertyNotFound() {
  const goBack = useGoBack();
  return (
    <div className={styles.screen}>
      <EmptyState
        headingLevel={1}
        title="Property Not Found"
        text="Property not found"
        action={
          <Button type="primary" size="large" onClick={goBack}>
            Back to Properties
          </Button>
        }
      />
    </div>
  );
}
