/** What a variable for an image begins with, in a prompt. */
const start = '{image.';

/** Whether a prompt may hold variables for an image; `variablesIn` reads them. */
export function mentionsImage(prompt: string): boolean {
  return prompt.includes(start);
}
