import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { SessionProvider } from '#web/features/auth/session.tsx';
import { ChatProvider } from '#web/features/conversations/ChatProvider.tsx';
import { queryClient } from '#web/lib/queryClient.ts';
import { routes } from './routes.tsx';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

export function App() {
  // Made when it is drawn: the console has set the address by then.
  const [router] = useState(() => createBrowserRouter(routes));
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <ChatProvider>
            <RouterProvider router={router} />
          </ChatProvider>
        </SessionProvider>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
