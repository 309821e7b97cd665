import { pairs } from '../heard-language.js'

/**
 * The most distinctive syllables of Vietnamese nouns of APIs. A syllable that means something else without its accents
 * is left out: "thẻ" (card) is also "thể" (can).
 */
export const vietnameseNouns = pairs(`
  người dùng user, khách customer, nhân employee, quản manager, nhóm group, đội team, nhánh branch, giả author, hồ profile, khoản account,
  vai role, quyền permission, mật khẩu password, địa address, công company,

  sản phẩm product, đơn order, hóa hoá invoice, toán payment, giá price, giảm discount, khuyến promotion, giỏ cart, loại mục category, cửa store, kho warehouse,
  cung supplier, hoàn refund, vận shipment, thuế tax, ví wallet, vay loan, phí fee, tiền amount, hợp contract, hiểm insurance,

  phòng room, ghế seat, lịch schedule, hẹn appointment, sự event, tuyến route, sĩ doctor, bệnh patient, thuốc medicine, tiêm vaccine,
  khám appointment, khóa khoá học course, lớp class, viên sinh student, giáo teacher, trường school, môn subject, hỏi question, lời answer, chứng certificate,

  nhà house, xế driver, phim movie, bài post, nhạc song, sách book, chương chapter, ảnh hình image, tệp file, liệu document, tin nhắn message,
  bình luận comment, kênh channel, báo notification, thích favorite, nhiệm vụ task, vấn issue, yêu request, khiếu complaint, cáo report,
  cài setting, thiết device, cảnh alert,

  lượng quantity, nghỉ leave, ứng candidate, phỏng interview, kỹ skill, món dish, trận match, giải tournament, trò game, tập workout, tiết weather,
  tiêu title, mô description, trạng status, ngày date, điện phone, phố city, nước country, tuổi age, màu color`)

/** Vietnamese verbs that tools have in their titles. */
export const vietnameseVerbs = pairs(`
  gửi send, mua buy, duyệt approve, chối reject, xuất export, tải upload, gán assign, kích activate, bật enable, chặn block, dõi follow, chuyển transfer,
  mở open, xác verify, thoát logout`)

/** Words that are English words with another meaning. An English word is never translated to them. */
export const vietnameseFalseFriends = pairs(
  'thi exam, dự project, vé ticket, tồn inventory, bè friend, ty company, xe vehicle',
)
