import { toolDefinitions, type ToolDefinition, type ToolName } from './definitions.ts';

/** A tool's name as agents write it over MCP: `describe_image`. */
export function mcpName(name: ToolName): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

/** The tool that a name over MCP means; undefined where there is none. */
export function toolOfMcpName(name: string): ToolDefinition | undefined {
  return toolDefinitions.find(tool => mcpName(tool.name) === name);
}
