<?php
/*
 * Renders the posts of a WordPress export with the filters of an installed WordPress, without its database.
 * Called by compare_wordpress.ts: php compare_wordpress.php WORDPRESS_FOLDER EXPORT
 * Prints a JSON list of items: type, status, content, html.
 */
error_reporting(E_ERROR);
ini_set('memory_limit', '1G');
define('ABSPATH', rtrim($argv[1], '/') . '/');
define('WPINC', 'wp-includes');
define('WP_DEBUG', false);
foreach (['plugin', 'compat', 'l10n', 'formatting', 'kses', 'shortcodes', 'class-wp-block-parser', 'class-wp-block-type',
  'class-wp-block-type-registry', 'class-wp-block', 'class-wp-block-list', 'class-wp-block-supports', 'blocks', 'media'] as $name) {
  require_once ABSPATH . "wp-includes/$name.php";
}
function current_theme_supports() { return true; }
function get_post() { return null; }
function get_option($name, $default = false) { return $name === 'blog_charset' ? 'UTF-8' : $default; }
function wp_parse_args($args, $defaults = []) { return array_merge($defaults, (array) $args); }

// Only captions are compared. The other shortcodes need the database.
remove_all_shortcodes();
add_shortcode('caption', 'img_caption_shortcode');
add_shortcode('wp_caption', 'img_caption_shortcode');

$items = [];
foreach (simplexml_load_file($argv[2], 'SimpleXMLElement', LIBXML_NOCDATA | LIBXML_PARSEHUGE)->channel->item as $item) {
  $names = $item->getNamespaces(true);
  $wp = $item->children($names['wp']);
  $content = str_replace(["\r\n", "\r"], "\n", (string) $item->children('http://purl.org/rss/1.0/modules/content/')->encoded);
  $shown = preg_replace('/<!--(more( .*?)?|noteaser)-->/', '', str_replace('<!--nextpage-->', "\n\n", $content));
  $html = has_blocks($shown) ? do_blocks($shown) : wpautop($shown);
  $items[] = [
    'title' => (string) $item->title,
    'type' => (string) $wp->post_type,
    'status' => (string) $wp->status,
    'password' => (string) $wp->post_password,
    'comments' => count($wp->comment),
    'content' => $content,
    'html' => do_shortcode(shortcode_unautop($html)),
  ];
}
echo json_encode($items, JSON_INVALID_UTF8_SUBSTITUTE);
