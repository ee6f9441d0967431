/* Answers of zlib and zstd for the tool that is linked statically: "not here".
 *
 * LLVM's archives call them for sections of object files and for Clang's module files, none of which the
 * tool writes, so that the libraries would only be dead weight with licences of their own. Whoever has it read
 * a compressed module file gets an error of LLVM's with the text below. */
#include <stddef.h>
#include <stdlib.h>

enum { zlib_failed = -2 };                  /* Z_STREAM_ERROR */
static const size_t zstd_failed = (size_t)-1; /* an error code of zstd's is a size that none has */

int compress2(unsigned char* to, unsigned long* to_size, const unsigned char* from, unsigned long size, int level) {
  (void)to, (void)to_size, (void)from, (void)size, (void)level;
  return zlib_failed;
}
int uncompress(unsigned char* to, unsigned long* to_size, const unsigned char* from, unsigned long size) {
  (void)to, (void)to_size, (void)from, (void)size;
  return zlib_failed;
}
unsigned long compressBound(unsigned long size) {
  return size;
}
/* The one that cannot fail: of debug information, which nobody here reads. */
unsigned long crc32(unsigned long start, const unsigned char* from, unsigned size) {
  (void)start, (void)from, (void)size;
  abort();
}

size_t ZSTD_compressBound(size_t size) {
  return size;
}
void* ZSTD_createCCtx(void) {
  return NULL;
}
size_t ZSTD_freeCCtx(void* context) {
  (void)context;
  return 0;
}
size_t ZSTD_CCtx_setParameter(void* context, int parameter, int value) {
  (void)context, (void)parameter, (void)value;
  return zstd_failed;
}
size_t ZSTD_compress2(void* context, void* to, size_t to_size, const void* from, size_t size) {
  (void)context, (void)to, (void)to_size, (void)from, (void)size;
  return zstd_failed;
}
size_t ZSTD_decompress(void* to, size_t to_size, const void* from, size_t size) {
  (void)to, (void)to_size, (void)from, (void)size;
  return zstd_failed;
}
unsigned ZSTD_isError(size_t code) {
  return code == zstd_failed;
}
const char* ZSTD_getErrorName(size_t code) {
  (void)code;
  return "this treelize is linked without zstd";
}
